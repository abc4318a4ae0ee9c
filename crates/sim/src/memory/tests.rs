use super::*;

fn label(name: &str, ty: &str) -> RegionLabel {
    RegionLabel {
        name: name.into(),
        ty: ty.into(),
        element_bytes: 4,
    }
}

#[test]
fn faults_name_the_nearest_argument() {
    let mut memory = Memory::new(1 << 20);
    let a = memory
        .allocate(16384, label("out_c", "f32[64,64]"))
        .unwrap();
    let b = memory.allocate(64, label("b", "f32[16]")).unwrap();
    assert_eq!(a % ALIGNMENT, 0);
    assert!(b >= a + 16384 + GUARD);
    let error = |address| memory.read(address, &mut [0; 4]).unwrap_err().0;
    assert_eq!(
        error(a + 16384),
        "out_c[4096] is past the end of f32[64,64]"
    );
    assert_eq!(
        error(a + 16382),
        "4 bytes at out_c[4095] reach past the end of f32[64,64]"
    );
    assert_eq!(error(b - 4), "4 bytes before the start of b: f32[16]");
    assert_eq!(error(4), "a null pointer: nothing is mapped here");
    let wrong = u64::from(u32::MAX);
    assert_eq!(
        error(b + 4 * wrong),
        format!("b[{wrong}] is past the end of f32[16]")
    );
    assert_eq!(error(u64::MAX - 1), "no memory is anywhere near");
    assert!(memory.read(b, &mut [0; 64]).is_ok());
}

#[test]
fn the_limit_is_the_sum_of_all_allocations() {
    let mut memory = Memory::new(100);
    assert!(memory.allocate(60, label("a", "u8[60]")).is_ok());
    assert!(
        memory
            .allocate(41, label("b", "u8[41]"))
            .unwrap_err()
            .0
            .contains("only 40 of 100")
    );
    assert!(memory.allocate(40, label("c", "u8[40]")).is_ok());
    assert!(memory.allocate(u64::MAX, label("d", "u8")).is_err());
    let mut boundless = Memory::new(u64::MAX);
    assert!(boundless.allocate(u64::MAX, label("e", "u8")).is_err());
}

#[test]
fn host_memory_is_seen_at_its_own_address() {
    let mut host = vec![1u8, 2, 3, 4];
    let base = host.as_mut_ptr().expose_provenance() as u64;
    let mut memory = Memory::new(0);
    // SAFETY: `host` outlives `memory`.
    unsafe { memory.map_host(base, 4, true, label("host", "u8[4]")) };
    memory.write(base + 1, &[9]).unwrap();
    assert!(memory.write(base + 4, &[9]).is_err());
    drop(memory);
    assert_eq!(host, [1, 9, 3, 4]);
}

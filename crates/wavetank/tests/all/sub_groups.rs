//! OpenCL's functions of sub-groups, as recorded code has them: for every type, in waves of both sizes.

use std::path::Path;
use wavetank::Settings;

#[test]
fn every_function_agrees_with_threads_one_after_the_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/run");
    for file in ["32.rdna3", "64.rdna3", "32.rdna4", "64.rdna4", "64.cdna3"] {
        let input = compile::open_plain(&folder.join(format!("sub-groups-{file}")), None).unwrap();
        for ty in ["int", "uint", "long", "ulong", "float", "double", "half"] {
            let settings = Settings {
                kernel: Some(format!("of_{ty}")),
                ..Settings::default()
            };
            let report = wavetank::run(&input, &settings).unwrap();
            assert!(report.passed(), "{file} {ty}");
            let findings = wavetank::check(&input, &settings).unwrap();
            let told = findings.diagnostics.iter().map(|it| &it.message);
            assert_eq!(
                told.collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "{file} {ty}"
            );
        }
    }
}

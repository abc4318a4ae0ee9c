//! Which files a header may read.

use std::fs;
use std::io::ErrorKind;

use compile::Folder;
use kernel::Files;

#[test]
fn paths_stay_in_the_folder_unless_allowed() {
    let temporary = tempfile::tempdir().unwrap();
    let top = temporary.path().canonicalize().unwrap();
    let inside = top.join("inside");
    fs::create_dir_all(inside.join("sub")).unwrap();
    fs::create_dir(top.join("other")).unwrap();
    fs::write(inside.join("a.bin"), b"abcdef").unwrap();
    fs::write(inside.join("sub/b.bin"), b"b").unwrap();
    fs::write(top.join("secret"), b"secret").unwrap();
    fs::write(top.join("other/c.bin"), b"c").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(top.join("secret"), inside.join("link")).unwrap();
        std::os::unix::fs::symlink(inside.join("a.bin"), inside.join("near")).unwrap();
    }

    let folder = Folder::of_file(&inside.join("kernel.flux"));
    let check = |folder: &Folder, path: &str, expected: Result<&[u8], ErrorKind>| {
        let got = folder.read(path, 0, 4).map_err(|error| error.kind());
        assert_eq!(got.as_deref(), expected.as_ref().copied(), "{path}");
    };
    const REFUSED: Result<&[u8], ErrorKind> = Err(ErrorKind::PermissionDenied);
    let absolute = top.join("secret").to_str().unwrap().to_string();
    check(&folder, "a.bin", Ok(b"abcd"));
    check(&folder, "./sub/b.bin", Ok(b"b"));
    check(&folder, "missing", Err(ErrorKind::NotFound));
    check(&folder, "sub", Err(ErrorKind::InvalidInput));
    check(&folder, "../secret", REFUSED);
    check(&folder, "../nothing", REFUSED);
    check(&folder, "sub/../a.bin", Ok(b"abcd"));
    check(&folder, inside.join("a.bin").to_str().unwrap(), Ok(b"abcd"));
    check(&folder, &absolute, REFUSED);

    let wider = folder.clone().allow(top.join("other"));
    check(&wider, "../other/c.bin", Ok(b"c"));
    check(&wider, top.join("other/c.bin").to_str().unwrap(), Ok(b"c"));
    check(&wider, "../secret", REFUSED);
    check(&wider, "sub/../a.bin", Ok(b"abcd"));
    #[cfg(unix)]
    {
        check(&folder, "link", REFUSED);
        check(&wider, "link", REFUSED);
        check(&folder, "near", Ok(b"abcd"));
    }
}

#pragma once
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#if defined(__APPLE__)
#include <copyfile.h>
#include <stdio.h>
#else
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#endif

/// Copies the extended attributes, access lists among them, from one open file to another, as
/// far as the system allows; what it does not allow is left out.
static inline void witCopyAttributes(int from, int to) {
#if defined(__APPLE__)
    (void)fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR);
#else
    ssize_t size = flistxattr(from, NULL, 0);
    if (size <= 0 || size > 1 << 20) return;
    char *names = (char *)malloc((size_t)size);
    if (names == NULL) return;
    size = flistxattr(from, names, (size_t)size);
    for (char *name = names; size > 0 && name < names + size;) {
        ssize_t length = fgetxattr(from, name, NULL, 0);
        if (length >= 0 && length <= 1 << 20) {
            char *value = (char *)malloc((size_t)length + 1);
            if (value != NULL) {
                length = fgetxattr(from, name, value, (size_t)length);
                if (length >= 0) (void)fsetxattr(to, name, value, (size_t)length, 0);
                free(value);
            }
        }
        while (*name != 0) name++;
        name++;
    }
    free(names);
#endif
}

/// Renames a file unless the new name is taken: -1 with EEXIST then, and with EINVAL or ENOSYS where
/// the file system cannot promise that. glibc declares it for GNU sources only, which Swift's are
/// not.
static inline int witRenameWithoutReplacing(const char *from, const char *to) {
#if defined(__APPLE__)
    return renamex_np(from, to, RENAME_EXCL);
#else
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
#endif
}

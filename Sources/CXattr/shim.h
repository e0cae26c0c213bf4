#pragma once
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#if defined(__APPLE__)
#include <copyfile.h>
#else
#include <sys/xattr.h>
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

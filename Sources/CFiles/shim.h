// The system's calls on files that Swift's Glibc does not show.
#ifndef WIT_CFILES_SHIM_H
#define WIT_CFILES_SHIM_H

#include <sys/types.h>
#if defined(__APPLE__)
#include <copyfile.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/param.h>
#else
#include <malloc.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>
#endif

#if defined(__APPLE__)
/// Copies the extended attributes and access lists from one open file to another: 0, or -1.
static inline int witCopyAttributes(int from, int to) {
    return fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR) < 0 ? -1 : 0;
}
#else
/// The names of an open file's extended attributes, one behind the other, each ended by a zero.
static inline ssize_t witListAttributes(int file, char *names, size_t size) {
    return flistxattr(file, names, size);
}

/// The value of an extended attribute.
static inline ssize_t witGetAttribute(int file, const char *name, void *value, size_t size) {
    return fgetxattr(file, name, value, size);
}

/// Sets an extended attribute, whether there is one of the name or not.
static inline int witSetAttribute(int file, const char *name, const void *value, size_t size) {
    return fsetxattr(file, name, value, size, 0);
}

/// Removes an extended attribute.
static inline int witRemoveAttribute(int file, const char *name) {
    return fremovexattr(file, name);
}
#endif

/// Has the C library give memory that is free back to the system.
static inline void witGiveBackMemory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

/// Has the C library keep the thresholds of memory that it begins with (mallopt(3)): left alone, each
/// large block that is freed raises them up to 32 MB, and what is free below is kept.
static inline void witKeepThresholds(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
#endif
}

/// Renames a file where nothing has the new name: 0, or -1 with EEXIST where something has;
/// EINVAL, ENOSYS or ENOTSUP where the file system cannot do it.
static inline int witRenameExclusively(const char *from, const char *to) {
#if defined(__APPLE__)
    return renamex_np(from, to, RENAME_EXCL);
#else
    // AT_FDCWD and RENAME_NOREPLACE. No <fcntl.h>: what it defines would count as this module's.
    return (int)syscall(SYS_renameat2, -100, from, -100, to, 1u);
#endif
}

/// Whether another machine may have an open file's file system mounted too, so that locks and
/// processes that are seen here are not all there are. FUSE counts: what is behind it is unknown.
static inline int witIsShared(int file) {
    struct statfs system;
    if (fstatfs(file, &system) != 0) return 1;
#if defined(__APPLE__)
    return (system.f_flags & MNT_LOCAL) == 0;
#else
    switch ((unsigned)system.f_type) {
    case 0x6969u:      // NFS
    case 0x517Bu:      // SMB
    case 0xFF534D42u:  // CIFS
    case 0xFE534D42u:  // SMB 2
    case 0x01021997u:  // 9P
    case 0x65735546u:  // FUSE
    case 0x00C36400u:  // Ceph
    case 0x5346414Fu:  // AFS
    case 0x6B414653u:  // AFS (kAFS)
    case 0x73757245u:  // Coda
    case 0x564Cu:      // NCP
    case 0x0BD00BD0u:  // Lustre
    case 0x01161970u:  // GFS2
    case 0x7461636Fu:  // OCFS2
    case 0x786F4256u:  // VirtualBox
    case 0xBACBACBCu:  // VMware
        return 1;
    default:
        return 0;
    }
#endif
}

#endif

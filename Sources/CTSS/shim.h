#pragma once
#include <signal.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

/// Macros that Swift does not see, since they are sums with casts, each under a name of ours.
static const TSS2_RC shim_rc_layer_mask = TSS2_RC_LAYER_MASK;
static const TSS2_RC shim_rc_forged_answer = TSS2_ESYS_RC_RSP_AUTH_FAILED;
static const TSS2_RC shim_rc_tcti_layer = TSS2_TCTI_RC_LAYER;
static const TSS2_RC shim_rc_resource_manager_layer = TSS2_RESMGR_TPM_RC_LAYER;
static const TPM2_RC shim_rc_format_one = TPM2_RC_FMT1;
static const TSS2_RC shim_rc_library_memory = TSS2_BASE_RC_MEMORY;
static const TSS2_RC shim_rc_library_sequence = TSS2_BASE_RC_BAD_SEQUENCE;
static const TPM2_RC shim_rc_parameter = TPM2_RC_P;
/// Of codes of format zero: the bits by which a warning, that something is not possible now, is told
/// from an error (TPM 2.0 part 2, 6.6.1).
static const TPM2_RC shim_rc_severity = TPM2_RC_FMT1 | TPM2_RC_WARN;
static const TPM2_RC shim_rc_warning = TPM2_RC_WARN;
static const TPM2_RC shim_rc_handle = TPM2_RC_HANDLE;
static const TPM2_RC shim_rc_value = TPM2_RC_VALUE;
static const TPM2_RC shim_rc_integrity = TPM2_RC_INTEGRITY;
static const TPM2_RC shim_rc_auth_fail = TPM2_RC_AUTH_FAIL;
static const TPM2_RC shim_rc_bad_auth = TPM2_RC_BAD_AUTH;
static const TPM2_RC shim_rc_policy_fail = TPM2_RC_POLICY_FAIL;
static const TPM2_RC shim_rc_auth_unavailable = TPM2_RC_AUTH_UNAVAILABLE;
static const TPM2_RC shim_rc_lockout = TPM2_RC_LOCKOUT;
static const TPM2_RC shim_rc_nv_space = TPM2_RC_NV_SPACE;
static const TPM2_RC shim_rc_nv_defined = TPM2_RC_NV_DEFINED;
static const TPM2_PT shim_pt_permanent = TPM2_PT_PERMANENT;
static const TPM2_PT shim_pt_lockout_counter = TPM2_PT_LOCKOUT_COUNTER;

/// tpm2-tss writes a line to standard error for whatever a chip refuses, a wrong PIN among it, and
/// at its level `trace` the keys of sessions and what was unsealed. It reads the level once, at its
/// first line, and has no other way to be told.
static inline int shim_silence(void) { return setenv("TSS2_LOG", "all+none", 1); }

/// Sessions of tpm2-tss have their keys in memory that it frees as it is. From here on glibc overwrites
/// what the process frees, but for the smallest blocks that it keeps at hand (mallopt(3)); elsewhere
/// nothing happens.
static inline int shim_overwrite_freed_memory(void) {
#ifdef M_PERTURB
    return mallopt(M_PERTURB, 0x5A);
#else
    return 0;
#endif
}

/// tpm2-tss writes to sockets as to files: a chip behind one that ends would end this process, too. On
/// the calling thread, such a write fails instead.
static inline int shim_survive_broken_pipes(void) {
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    return pthread_sigmask(SIG_BLOCK, &broken, NULL);
}

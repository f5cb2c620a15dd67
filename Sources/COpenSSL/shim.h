#pragma once
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/// Macros of OpenSSL's that Swift does not see, each under a name of ours.

static inline STACK_OF(X509) *shim_new_certificates(void) { return sk_X509_new_null(); }
/// Frees the certificates as well.
static inline void shim_free_certificates(STACK_OF(X509) *stack) {
    sk_X509_pop_free(stack, X509_free);
}
static inline int shim_certificate_count(const STACK_OF(X509) *stack) {
    return stack ? sk_X509_num(stack) : 0;
}
static inline X509 *shim_certificate(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
/// Takes a reference of its own; 0 when it fails.
static inline int shim_add_certificate(STACK_OF(X509) *stack, X509 *certificate) {
    return X509_add_cert(stack, certificate, X509_ADD_FLAG_UP_REF);
}

static inline int shim_signer_count(const STACK_OF(CMS_SignerInfo) *stack) {
    return stack ? sk_CMS_SignerInfo_num(stack) : 0;
}
static inline CMS_SignerInfo *shim_signer(const STACK_OF(CMS_SignerInfo) *stack, int index) {
    return sk_CMS_SignerInfo_value(stack, index);
}

/// The algorithm of a digest that passes bytes on to the next BIO.
static inline int shim_set_digest(BIO *bio, const EVP_MD *digest) {
    return BIO_set_md(bio, digest) > 0;
}
static inline void shim_free(void *bytes) { OPENSSL_free(bytes); }

/** Of parameters in addresses and forms: who asked, from where, until when, and what proves it. */
const PARAMETERS = new Set(
  `ip ipbits ei id sig lsig signature s n nsig spc pot key oh ccb efg policy key-pair-id verifyfp mstoken odin_tt ttwid
   device_id did iid uid wid lsd fb_dtsg jazoest __user __hsi __dyn __csr __rev __s __spin_t _nc_ohc _nc_gid _nc_oc _nc_sid x-signature
   x-expires-signature tk guest_id cpn`
    .trim()
    .split(/\s+/),
);
/** Of fields and of parameters alike. `author` is none of them. */
const WORDS =
  /token|csrf|xsrf|visitor|session|secret|signature|auth(?!or(?!iz))|cookie|password|nonce|datr|dtsg|^lsd$|jazoest|(?:device|machine|guest|client)_?id|remote_?host|^ip$|ip_?addr|rollout|tracking|^eventid$|^hsi$/i;
/** What is called so, and is what a recording is made for. */
const NEEDED = /^(?:signaturecipher|cipher|signaturetimestamp|sp|sts)$/i;

/** Whether what has this name says something of who asked. */
export function isSecretField(name: string): boolean {
  return WORDS.test(name) && !NEEDED.test(name);
}

export function isSecretParameter(name: string): boolean {
  return PARAMETERS.has(name.toLowerCase()) || isSecretField(name);
}

/** Until when an address is good: by then nobody reads a recording any more. 2100-01-01, as `src/server/engine/probing/source-url.ts` reads it. */
export function farExpiry(name: string): string | undefined {
  if (/^(?:x-)?expires?$/i.test(name)) return '4102444800';
  return name === 'oe' ? 'F4865700' : undefined;
}

/** Fields that name an account. */
export const ACCOUNT_FIELDS = /^(?:username|screen_name|uniqueId|unique_id|nickname|full_name)$/;

/**
 * The callers of a route.
 * `public`: the caller is not looked up · `anyone`: the caller is looked up and may be anonymous · `session`: a signed-in user ·
 * `customer`: a customer of a merchant, by a customer session that is not limited to one checkout · `buyer`: the same, or a session that
 * is: its handler then shows what was bought at that checkout alone (`checkoutId` of the caller, rule C16) ·
 * `client-secret`: the secret in the path is the credential, and the action checks it · `service`: the operator's own server, any
 * other caller gets 404 · `scope:x`: an organization token with the scope `x`, or a signed-in user who holds it in the
 * organization of the request.
 */
export type Access = 'public' | 'anyone' | 'session' | 'customer' | 'buyer' | 'client-secret' | 'service' | `scope:${string}`

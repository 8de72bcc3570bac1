import { createHttp } from '#client/http.ts'
import { createSocial } from '#client/social.ts'

/** The calls for a sign-in with a provider. */
export const social = createSocial(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

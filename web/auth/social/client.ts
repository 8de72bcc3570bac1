import { createHttp } from '#client/http.ts'
import { createSocial } from '#client/social.ts'

/** The calls by which somebody signs in with a provider. */
export const social = createSocial(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

import { createHttp } from '#client/http.ts'
import { createOwnAccount } from '#client/own-account.ts'

/** The calls by which somebody who is not signed in comes to their account again. */
export const ownAccount = createOwnAccount(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

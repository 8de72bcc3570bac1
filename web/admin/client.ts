import { createAdministration } from '#client/administration.ts'
import { queries } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** The calls of the platform's administrators. */
export const administration = createAdministration(http, signals)

/** Asks anew for all that the screens of administration show, after an act that changed some of it. */
export const renewAdmin = () => queries.invalidateQueries({ queryKey: ['admin'] })

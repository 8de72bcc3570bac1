import { createAdministration } from '#client/administration.ts'
import { queryClient } from '#web/api.ts'
import { http, signals } from '#web/client.ts'

/** API calls for platform administrators. */
export const administration = createAdministration(http, signals)

/** Invalidates all admin queries, after an action that changed data. */
export const refreshAdmin = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

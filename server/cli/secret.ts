import { newSecret } from '#platform/settings/secret.ts'
import { exits, type Verb } from './verb.ts'

export const verb: Verb = {
  summary: 'Prints a new value for AUTH_SECRET.',
  details: ['To change it on a running installation, put the old value into AUTH_SECRET_PREVIOUS.'],
  run: async ({ tell }) => {
    const secret = newSecret()
    tell({ lines: [secret], json: { secret } })
    return exits.well
  },
}

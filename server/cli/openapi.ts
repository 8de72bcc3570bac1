import { exits, type Verb } from './verb.ts'

export const verb: Verb = {
  usage: '[--base-url <address>]',
  summary: 'Prints the OpenAPI 3.1 document of every operation.',
  options: { 'base-url': { type: 'string', value: 'address', sentence: 'The server it names; http://localhost:3000 unless told.' } },
  details: ['With --json it is one line. It needs neither settings nor a database.'],
  run: async ({ options, tell }) => {
    const { openapiOf } = await import('#platform/http/documents/openapi.ts')
    const { routes: ownRoutes } = await import('#platform/http/plain/auth-basics.ts')
    const { composition } = await import('../app.ts')
    const given = options['base-url']
    const baseUrl = typeof given === 'string' ? given : 'http://localhost:3000'
    const document = openapiOf([...ownRoutes, ...composition.routes], { baseUrl, cookieName: 'better-auth.session_token' })
    tell({ lines: [JSON.stringify(document, null, 2)], json: document })
    return exits.well
  },
}

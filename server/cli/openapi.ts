import { exits, type Verb } from './verb.ts'

export const verb: Verb = {
  usage: '[--base-url <url>]',
  summary: 'Prints the OpenAPI 3.1 document of every operation.',
  options: {
    'base-url': { type: 'string', value: 'url', sentence: 'The URL of the server in the document; by default http://localhost:3000.' },
  },
  details: ['With --json the document is one line. The verb needs neither settings nor a database.'],
  run: async ({ options, report }) => {
    const { openapiOf } = await import('#platform/http/documents/openapi.ts')
    const { routes: ownRoutes } = await import('#platform/http/builtin/auth-basics.ts')
    const { composition } = await import('../app.ts')
    const option = options['base-url']
    const baseUrl = typeof option === 'string' ? option : 'http://localhost:3000'
    const document = openapiOf([...ownRoutes, ...composition.routes], { baseUrl, cookieName: 'better-auth.session_token' })
    report({ lines: [JSON.stringify(document, null, 2)], json: document })
    return exits.ok
  },
}

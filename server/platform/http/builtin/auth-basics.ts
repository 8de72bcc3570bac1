// The two routes of /api/auth that belong to no module: the health check, and the page that shows an error code.
import { z } from 'zod'
import { type Route, route } from '../route.ts'
import { okAnswer } from '../wire-parts.ts'
import { ERROR_PAGE_TYPE, errorPage, errorPagePolicy } from './error-page.ts'

const CODE_LENGTH = 200
const firstText = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .catch(undefined)

/** The routes. */
export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/auth/ok',
    name: 'auth:ok',
    summary: 'Confirms that the server answers.',
    access: 'public',
    answer: okAnswer,
    handle: async () => ({ ok: true }),
  }),
  route({
    method: 'GET',
    path: '/api/auth/error',
    name: 'auth:error',
    summary: 'Shows a page with the code of an error and a link back.',
    access: 'public',
    query: z.object({ error: firstText }),
    takesAnyText: true,
    answerType: 'text/html',
    handle: async ({ query, reply }) => {
      const [code = ''] = [query.error ?? []].flat()
      reply.header('content-security-policy', errorPagePolicy)
      reply.text(ERROR_PAGE_TYPE, errorPage(code.slice(0, CODE_LENGTH) || 'Unknown'))
    },
  }),
]

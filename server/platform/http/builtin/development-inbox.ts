import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '#kernel/id.ts'
import { Refusal } from '#kernel/refusal.ts'
import { findInboxMessage, type InboxLine, listInbox } from '../../mail/inbox.ts'
import type { Platform } from '../../platform.ts'
import { sendJson } from '../answer/send.ts'
import { isDevelopmentOpen } from '../guard/development.ts'

const notFound = { code: 'ResourceNotFound', status: 404, sentence: 'Not found' }

/** Serves the messages of `/dev/mail` as JSON. They are not found where the development pages are disabled. */
export function mountDevelopmentInbox(app: FastifyInstance, { settings, database }: Platform): void {
  const requireDevelopment = (request: FastifyRequest): void => {
    request.requestContext.name = 'development-inbox'
    if (!isDevelopmentOpen(settings, request.requestContext.request)) throw new Refusal(notFound)
  }
  app.get('/dev/mail/messages', async (request, reply) => {
    requireDevelopment(request)
    return sendJson(reply, 200, { items: (await listInbox(database.db)).map(toLine) })
  })
  app.get<{ Params: { id: string } }>('/dev/mail/messages/:id', async (request, reply) => {
    requireDevelopment(request)
    const found = isId(request.params.id) ? await findInboxMessage(database.db, request.params.id) : undefined
    if (!found) throw new Refusal(notFound)
    return sendJson(reply, 200, { ...toLine(found), html: found.html, text: found.text, headers: found.headers })
  })
}

function toLine(line: InboxLine): Readonly<Record<string, string>> {
  return { id: line.id, from: line.sender, to: line.recipient, subject: line.subject, sent_at: line.sentAt.toISOString() }
}

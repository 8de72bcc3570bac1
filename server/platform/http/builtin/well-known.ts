import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform.ts'

const CHANGE_PASSWORD = '/account/security'
const YEAR_MS = 365 * 86_400_000

/** Serves the well-known paths: the page that changes a password, and the contact for security reports. */
export function mountWellKnown(app: FastifyInstance, { settings, clock }: Platform): void {
  app.get('/.well-known/change-password', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'change-password'
    return reply.redirect(CHANGE_PASSWORD, 302)
  })
  app.get('/.well-known/security.txt', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'security.txt'
    const email = /<([^<>]+)>/.exec(settings.MAIL_FROM)?.[1] ?? settings.MAIL_FROM
    const expires = new Date(clock.now().getTime() + YEAR_MS)
    const lines = [
      `Contact: mailto:${email.trim()}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${settings.BASE_URL}/.well-known/security.txt`,
    ]
    return reply.header('content-type', 'text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

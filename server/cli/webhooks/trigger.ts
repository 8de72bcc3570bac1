import { sql } from 'kysely'
import { z } from 'zod'
import { tokenScopes } from '#contract/access.ts'
import { newToken, prefixes } from '#contract/token.ts'
import { findIdBySlug } from '#identity/organizations/index.ts'
import { newId } from '#kernel/id.ts'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { bearerToken, type CallerSource } from '#platform/http/recognize.ts'
import { type DataCommand, runRemoteCommand } from '../remote-command.ts'
import { exits, UsageFault, type Verb } from '../verb.ts'
import { type AnswerBody, notTriggered, type Send, triggers } from './triggers.ts'

const inputShape = z.object({ slug: z.string(), event: z.string() })

/**
 * Makes an event happen in a test organization: the requests that a program would send are answered in this process, so that all the events
 * around it happen too, in their order. Rejects if no organization has the slug, it is live, or the event cannot be made.
 */
export const triggerEvent: DataCommand = async (context, input) => {
  const { slug, event } = inputShape.parse(input)
  const trigger = Object.hasOwn(triggers, event) ? triggers[event as keyof typeof triggers] : undefined
  if (!trigger) throw new Error(`${event} cannot be triggered.`)
  const platform = await context.platform()
  const organizationId = await findIdBySlug(platform.database.db, slug)
  if (organizationId === undefined) throw new Error(`No organization has the slug ${slug}.`)
  const { rows } = await sql<{ isTest: boolean }>`select ${isTestMerchant(sql`${organizationId}::uuid`)} as "isTest"`.execute(
    platform.database.db,
  )
  if (!rows[0]?.isTest) throw new Error(`${slug} is live: events are triggered in test organizations only.`)
  const made = await withRequests(platform, organizationId, trigger)
  return {
    lines: [`${event}: made ${made}.`, 'Its events follow within seconds; `guildhall listen` shows them.'],
    json: { event, made },
    exitCode: exits.ok,
  }
}

// The server of the application without a port. Its only caller is this command, by a token of this run that is stored nowhere.
async function withRequests<T>(platform: AssembledPlatform, organizationId: string, run: (send: Send) => Promise<T>): Promise<T> {
  const { composition } = await import('../../app.ts')
  const { buildServer } = await import('#platform/http/serve.ts')
  const secret = newToken(prefixes.organizationToken)
  const caller: CallerSource = {
    name: 'trigger',
    api: 'v1',
    recognize: async ({ headers }) =>
      bearerToken(headers) === secret ? { kind: 'organization-token', tokenId, organizationId, scopes: new Set(tokenScopes) } : undefined,
  }
  const tokenId = newId(platform.clock.now())
  const server = await buildServer({
    platform,
    routes: composition.routes,
    callers: [caller, ...composition.callers],
    framedBy: composition.framedBy(platform),
  })
  const send: Send = async (method, path, body) => {
    const headers = { ...(path.includes('/client/') ? {} : { authorization: `Bearer ${secret}` }) }
    const answer = await server.app.inject({ method, url: path, headers, ...(body && { payload: body }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path.split('?')[0]} was answered ${answer.statusCode}: ${answer.body}`)
    return (answer.body === '' ? { id: '' } : answer.json()) as AnswerBody
  }
  try {
    return await run(send)
  } finally {
    await server.stop()
  }
}

export const verb: Verb = {
  usage: '<event>',
  summary: 'Makes an event happen in a test organization, such as order.paid.',
  options: { organization: { type: 'string', value: 'slug', sentence: 'The organization, which is in test mode.' } },
  args: 1,
  details: [
    'It makes real objects through the API (a product, a checkout, a purchase with a test card), so the events around it happen as well,',
    'in the order in which they do in a sale. Everything that it makes is named "Made by guildhall trigger".',
    `Events: ${Object.keys(triggers).join(', ')}.`,
  ],
  run: async ({ args: [event], options, report }) => {
    if (event === undefined) throw new UsageFault('Say which event: guildhall trigger order.paid.')
    const reason = Object.hasOwn(notTriggered, event) ? notTriggered[event as keyof typeof notTriggered] : undefined
    if (reason !== undefined) throw new UsageFault(`${event} cannot be triggered. ${reason}`)
    if (!Object.hasOwn(triggers, event)) throw new UsageFault(`No event has the name '${event}'.`)
    const { organization: slug } = options
    if (typeof slug !== 'string') throw new UsageFault('--organization is missing.')
    const result = await runRemoteCommand({ name: 'trigger', run: triggerEvent, input: { slug, event }, label: `Triggering ${event}` })
    report(result)
    return result.exitCode
  },
}

import { z } from 'zod'
import { findIdBySlug } from '#identity/organizations/index.ts'
import { confirmHeldSubscriptions } from '#money/billing/cycle/index.ts'
import { findHeldOrganizations, type HeldOrganization } from '#money/billing/subscriptions/index.ts'
import { CATCH_UP_MAXIMUM } from '#money/billing/subscriptions/model.ts'
import { type CommandContext, type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const LISTED_MAX = 1000

const inputShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('confirm'), slug: z.string() }),
])

/**
 * Lists the organizations whose subscriptions missed more periods than are billed without a confirmation, or confirms them for one. Rejects if
 * no organization has the slug.
 */
export const manageCatchUp: DataCommand = async (context, input) => {
  const query = inputShape.parse(input)
  return query.action === 'list' ? list(context) : confirm(context, query.slug)
}

async function list({ database }: CommandContext): Promise<CommandResult> {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const held = await findHeldOrganizations(database.db, LISTED_MAX)
  const lines = held.length > 0 ? held.map(lineOf) : ['No missed period waits for a confirmation.']
  return { lines, json: held.map(({ since, ...each }) => ({ ...each, since: since.toISOString() })), exitCode: exits.ok }
}

function lineOf({ slug, count, since }: HeldOrganization): string {
  return `${slug}  ${count === 1 ? 'one subscription waits' : `${count} subscriptions wait`}, since ${since.toISOString()}`
}

async function confirm(context: CommandContext, slug: string): Promise<CommandResult> {
  const platform = await context.platform()
  const organizationId = await findIdBySlug(platform.database.db, slug)
  if (organizationId === undefined) throw new Error(`No organization has the slug ${slug}.`)
  const by = { platform, caller: { kind: 'service' }, now: platform.clock.now() } as const
  const confirmed = await confirmHeldSubscriptions(by, organizationId)
  const subject = confirmed === 1 ? 'One subscription' : `${confirmed} subscriptions`
  const lines =
    confirmed === 0
      ? [`No missed period of ${slug} waits for a confirmation.`]
      : [`${subject} of ${slug} will be billed for up to ${CATCH_UP_MAXIMUM} more periods.`]
  return { lines, json: { organizationId, confirmed }, exitCode: exits.ok }
}

export const verb: Verb = {
  usage: '[list | confirm <slug>]',
  summary: 'Lists subscriptions with many missed periods (list), and confirms that these are billed (confirm).',
  args: 2,
  details: [
    `After a downtime each missed period is billed with its own dates, up to ${CATCH_UP_MAXIMUM} for a subscription. More could charge customers for`,
    'years at once, so an operator confirms them: `confirm` lets as many again be billed for each subscription of an organization.',
  ],
  run: async ({ args, report }) => {
    const result = await runRemoteCommand({ name: 'catch-up', run: manageCatchUp, input: inputOf(args), label: 'Reading subscriptions' })
    report(result)
    return result.exitCode
  },
}

function inputOf([action = 'list', slug]: readonly string[]): z.infer<typeof inputShape> {
  if (action === 'list' && slug === undefined) return { action }
  if (action !== 'confirm') throw new UsageFault(`'${action}' is neither list nor confirm.`)
  if (slug === undefined) throw new UsageFault('confirm needs the slug of an organization.')
  return { action, slug }
}

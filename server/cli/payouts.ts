import { z } from 'zod'
import { findIdBySlug } from '#identity/organizations/index.ts'
import { decimalString, isCurrency } from '#kernel/money.ts'
import { listOwed, type OwedBalance, recordPayout, saveTerms } from '#money/books/payouts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { type CommandContext, type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const LISTED_MAX = 1000
const ACCOUNT_MAX = 200
const REFERENCE_MAX = 200

const wholeNumber = (max: number) => z.coerce.number().int().min(0).max(max)
const termsShape = z.object({
  feeBasisPoints: z.union([z.literal('default').transform(() => null), wholeNumber(10_000)]).optional(),
  feeFixed: z.union([z.literal('default').transform(() => null), wholeNumber(1_000_000)]).optional(),
  payoutAccount: z.union([z.literal('none').transform(() => null), z.string().min(1).max(ACCOUNT_MAX)]).optional(),
})
const payoutShape = z.object({ currency: z.string().refine(isCurrency), reference: z.string().min(1).max(REFERENCE_MAX) })
const inputShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('terms'), slug: z.string(), terms: z.object({}).loose() }),
  z.object({ action: z.literal('record'), slug: z.string(), payout: payoutShape }),
])

/** Lists what organizations are owed, saves the terms of one, or records a payout to it. Rejects if no organization has the slug. */
export const managePayouts: DataCommand = async (context, input) => {
  const query = inputShape.parse(input)
  if (query.action === 'list') return list(context)
  const { clock } = await context.platform()
  return context.database.transaction(async (tx) => {
    const organizationId = await idOf(tx, query.slug)
    if (query.action === 'record') return record(tx, context, { organizationId, ...query })
    await saveTerms(tx, organizationId, { terms: termsShape.parse(query.terms), now: clock.now({ organizationId }) })
    return { lines: [`The terms of ${query.slug} are saved.`], json: { organizationId }, exitCode: exits.ok }
  })
}

async function list({ database }: CommandContext): Promise<CommandResult> {
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  const owed = await listOwed(database.db, { limit: LISTED_MAX })
  const lines = owed.length > 0 ? owed.map(lineOf) : ['The platform owes nothing: it has not sold anything for an organization.']
  return { lines, json: owed, exitCode: exits.ok }
}

function lineOf({ slug, currency, payable, held, payoutAccount }: OwedBalance): string {
  const amounts = `${decimalString(payable, currency)} ${currency} payable, ${decimalString(held, currency)} ${currency} held`
  return `${slug}  ${amounts}  ${payoutAccount === null ? 'no payout account' : `to ${payoutAccount.replace(/\p{Cc}+/gu, ' ')}`}`
}

async function idOf(tx: Tx, slug: string): Promise<string> {
  const id = await findIdBySlug(tx, slug)
  if (id === undefined) throw new Error(`No organization has the slug ${slug}.`)
  return id
}

interface RecordedCall {
  readonly organizationId: string
  readonly slug: string
  readonly payout: z.output<typeof payoutShape>
}

async function record(tx: Tx, context: CommandContext, { organizationId, slug, payout }: RecordedCall): Promise<CommandResult> {
  const outcome = await recordPayout(tx, await context.platform(), { organizationId, ...payout })
  const { currency, reference } = payout
  if (outcome.kind === 'no_account')
    throw new Error(`${slug} has no payout account: note one with guildhall payouts terms ${slug} --account.`)
  if (outcome.kind === 'repeated') throw new Error(`A payout with the reference ${reference} is recorded already.`)
  if (outcome.kind === 'too_small') {
    const amounts = `${decimalString(outcome.available, currency)} ${currency} are available; the smallest payout is ${decimalString(outcome.minimum, currency)}`
    throw new Error(`Nothing is paid out to ${slug}: ${amounts}.`)
  }
  const lines = [`Recorded ${reference}: ${decimalString(outcome.amount, currency)} ${currency} paid out to ${slug}.`]
  return { lines, json: { organizationId, amount: outcome.amount, currency, reference }, exitCode: exits.ok }
}

export const verb: Verb = {
  usage: '[list | terms <slug> | record <slug>]',
  summary: 'Lists what the platform owes to organizations (list), sets their terms (terms) and records payouts (record).',
  options: {
    'fee-basis-points': {
      type: 'string',
      value: 'number',
      sentence: 'With terms: the fee in hundredths of a percent, or `default` for PLATFORM_FEE_BASIS_POINTS.',
    },
    'fee-fixed': {
      type: 'string',
      value: 'minor units',
      sentence: 'With terms: the fixed part of the fee, or `default` for PLATFORM_FEE_FIXED.',
    },
    account: { type: 'string', value: 'text', sentence: 'With terms: where its payouts are sent, as you note it, or `none`.' },
    currency: { type: 'string', value: 'code', sentence: 'With record: the currency of the payout, such as usd.' },
    reference: { type: 'string', value: 'text', sentence: 'With record: your name for the payout. A reference is recorded once.' },
  },
  args: 2,
  details: [
    'For an operator who sells for the organizations (MERCHANT_OF_RECORD=platform). What an organization is owed is held until it has a payout',
    'account. `record` notes that its whole available balance was paid out; it moves no money itself.',
  ],
  run: async ({ args, options, report }) => {
    const input = inputOf(args, options)
    const result = await runRemoteCommand({ name: 'payouts', run: managePayouts, input, label: 'Reading the balances' })
    report(result)
    return result.exitCode
  },
}

function inputOf([action = 'list', slug]: readonly string[], options: Readonly<Record<string, string | boolean | undefined>>) {
  if (action === 'list') return { action }
  if (action !== 'terms' && action !== 'record') throw new UsageFault(`'${action}' is neither list, terms nor record.`)
  if (slug === undefined) throw new UsageFault(`${action} needs the slug of an organization.`)
  if (action === 'record') {
    const payout = { currency: options['currency'], reference: options['reference'] }
    if (!payoutShape.safeParse(payout).success) throw new UsageFault('record needs --currency, such as usd, and --reference.')
    return { action, slug, payout }
  }
  const terms = { feeBasisPoints: options['fee-basis-points'], feeFixed: options['fee-fixed'], payoutAccount: options['account'] }
  const isNamed = Object.values(terms).some((value) => value !== undefined)
  if (!isNamed || !termsShape.safeParse(terms).success)
    throw new UsageFault('terms needs --fee-basis-points (0 to 10000), --fee-fixed or --account.')
  return { action, slug, terms }
}

// Charges and set-ups at Stripe. An intent is created without an effect, noted, and only then confirmed: where an answer is lost, the row of
// the attempt says which intent to look at, and one intent pays once.
import Stripe from 'stripe'
import { providerStep, toProviderUnits } from '#kernel/money.ts'
import type { ChargeFinding, ChargeOutcome, ChargeRequest, RequestKey, SetUpRequest } from '../../processor.ts'
import { answerAbout, isUnexpectedState, type StripeAccount, withRateLimitRetry } from './account.ts'
import { absent, canceled, declined, expansions, findingOf, type Intent, isTestMode, metadataKeys, methodOf, testMode } from './answers.ts'
import {
  attemptOf,
  type CustomerKey,
  customerReferenceOf,
  deleteCustomerReference,
  insertAttempt,
  insertCustomerReference,
  type StripeAttempt,
  type StripeDecline,
  saveDecline,
  saveIntent,
  saveSharedSecret,
} from './record.ts'

const invalidMethod: StripeDecline = { code: 'invalid_method', sentence: 'This payment method was removed.', card: null }
const invalidToken: StripeDecline = { code: 'invalid_token', sentence: 'This card could not be read. Enter it again.', card: null }
const invalidRequest: StripeDecline = { code: 'invalid_request', sentence: 'The payment could not be made.', card: null }
/** On session, a page with Stripe.js takes the customer through the action that the bank requires. */
const onSession = { use_stripe_sdk: true } as const

/** The steps that create and confirm the intent of an attempt. */
interface IntentSteps {
  /** The decline where Stripe no longer has the customer. */
  readonly withoutCustomer: StripeDecline
  create(attempt: StripeAttempt): Promise<Intent>
  confirm(attempt: StripeAttempt, intent: string): Promise<Intent>
}

/** Charges a method once for a key. */
export async function charge(account: StripeAccount, request: ChargeRequest): Promise<ChargeOutcome> {
  const { source, organizationId } = request
  const saved = source.kind === 'saved' ? methodOf(source.method) : null
  const saves = source.kind === 'token' && source.saveForCustomerId !== null
  const customer = saves
    ? await customerOf(account, { organizationId, customerId: source.saveForCustomerId ?? '' })
    : (saved?.customer ?? null)
  const hasStep = request.amount % providerStep('stripe', request.currency) === 0
  const decline = source.kind === 'saved' && saved === null ? invalidMethod : hasStep ? null : invalidRequest
  const draft = { ...request, kind: 'payment', customer, decline } as const
  const { paymentIntents } = account.api
  return attemptOnce(account, draft, {
    withoutCustomer: source.kind === 'saved' ? invalidMethod : invalidToken,
    create: (attempt) =>
      paymentIntents.create(
        {
          amount: toProviderUnits('stripe', request.currency, request.amount),
          currency: request.currency,
          allowed_payment_method_types: ['card'],
          // The fee is known with the answer only where the capture does not follow later.
          capture_method: 'automatic',
          metadata: metadataOf(attempt),
          ...(attempt.customer !== null && { customer: attempt.customer }),
        },
        { idempotencyKey: `${attempt.id}:create` },
      ),
    confirm: (attempt, intent) =>
      paymentIntents.confirm(
        intent,
        {
          ...(source.kind === 'token' ? { confirmation_token: source.token } : { payment_method: saved?.method ?? '' }),
          ...(source.kind === 'saved' && source.isOffSession ? { off_session: true } : onSession),
          ...(saves && { setup_future_usage: 'off_session' }),
          expand: [...expansions.payment],
        },
        { idempotencyKey: `${attempt.id}:confirm` },
      ),
  })
}

/** Saves a method once for a key. */
export async function setUp(account: StripeAccount, request: SetUpRequest): Promise<ChargeOutcome> {
  const customer = await customerOf(account, request)
  const { setupIntents } = account.api
  return attemptOnce(
    account,
    { ...request, kind: 'setup', customer, decline: null },
    {
      withoutCustomer: invalidToken,
      create: (attempt) =>
        setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: metadataOf(attempt) },
          { idempotencyKey: `${attempt.id}:create` },
        ),
      confirm: (attempt, intent) =>
        setupIntents.confirm(
          intent,
          { confirmation_token: request.token, ...onSession, expand: [...expansions.setup] },
          { idempotencyKey: `${attempt.id}:confirm` },
        ),
    },
  )
}

function metadataOf({ organizationId, id }: StripeAttempt) {
  return { [metadataKeys.organization]: organizationId, [metadataKeys.attempt]: id }
}

async function attemptOnce(
  account: StripeAccount,
  draft: RequestKey & Pick<StripeAttempt, 'kind' | 'customer' | 'decline'>,
  steps: IntentSteps,
): Promise<ChargeOutcome> {
  const { database, clock } = account.platform
  const { organizationId, key, kind, customer, decline } = draft
  const now = clock.now(draft)
  const { attempt, isNew } = await database.transaction((tx) => insertAttempt(tx, { organizationId, key, kind, customer, decline, now }))
  const found = isNew && attempt.decline === null ? absent : await findAttempt(account, attempt)
  if (found.kind !== 'absent') return found
  try {
    const intent = attempt.intent ?? (await createIntent(account, attempt, steps))
    return typeof intent === 'string' ? await confirmIntent(account, { ...attempt, intent }, steps) : declined(null, intent)
  } catch (error) {
    // A refusal of the request itself: it was not worked on, and would be refused again.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { code, param } = error
    const isCustomerGone = code === 'resource_missing' && param === 'customer'
    return recordRefusal(account, attempt, { code, param, decline: isCustomerGone ? steps.withoutCustomer : null })
  }
}

// A decline where the attempt was canceled meanwhile, or where the intent would move no money: that one is never confirmed.
async function createIntent(account: StripeAccount, attempt: StripeAttempt, steps: IntentSteps): Promise<string | StripeDecline> {
  const { database, log } = account.platform
  const created = await withRateLimitRetry(() => steps.create(attempt))
  const intent = answerAbout(created, ({ metadata }) => metadata?.[metadataKeys.attempt] === attempt.id)
  if (isTestMode(intent)) {
    log.error('stripe_test_mode', { attempt: attempt.id, intent: intent.id })
    await database.transaction((tx) => saveDecline(tx, attempt, testMode))
    return testMode
  }
  return (await database.transaction((tx) => saveIntent(tx, attempt, intent.id))) ? intent.id : canceled
}

async function recordRefusal(
  { platform }: StripeAccount,
  attempt: StripeAttempt,
  { code, param, decline: known }: RefusalParts & { readonly decline: StripeDecline | null },
): Promise<ChargeOutcome> {
  const { database, log } = platform
  const { organizationId, customer: reference } = attempt
  const decline = known ?? refusalOf({ code, param })
  log.error('stripe_refused', { code, param, attempt: attempt.id })
  await database.transaction(async (tx) => {
    // The customer was removed in Stripe's dashboard, and its cards with it.
    if (known !== null && reference !== null) await deleteCustomerReference(tx, { organizationId, reference })
    await saveDecline(tx, attempt, decline)
  })
  const recorded = await attemptOf(database.db, attempt)
  return declined(recorded?.intent ?? null, decline)
}

async function confirmIntent(
  account: StripeAccount,
  attempt: StripeAttempt & { readonly intent: string },
  steps: IntentSteps,
): Promise<ChargeOutcome> {
  try {
    return await outcomeOf(account, attempt, await callAbout(attempt, () => steps.confirm(attempt, attempt.intent)))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || isUnexpectedState(error))
      return outcomeOf(account, attempt, await readIntent(account, attempt))
    throw error
  }
}

/** The parts of Stripe's answer to a request that it refuses. */
interface RefusalParts {
  readonly code: string | undefined
  readonly param: string | undefined
}

function refusalOf({ param, code }: RefusalParts): StripeDecline {
  if (param === 'confirmation_token' || code?.startsWith('confirmation_token') === true) return invalidToken
  return param === 'payment_method' || code?.startsWith('payment_method') === true ? invalidMethod : invalidRequest
}

type AttemptedIntent = Pick<StripeAttempt, 'kind'> & { readonly intent: string }

async function callAbout({ intent }: AttemptedIntent, call: () => Promise<Intent>): Promise<Intent> {
  return answerAbout(await withRateLimitRetry(call), ({ id }) => id === intent)
}

function readIntent({ api }: StripeAccount, attempt: AttemptedIntent): Promise<Intent> {
  const { kind, intent } = attempt
  return callAbout(attempt, () =>
    kind === 'payment'
      ? api.paymentIntents.retrieve(intent, { expand: [...expansions.payment] })
      : api.setupIntents.retrieve(intent, { expand: [...expansions.setup] }),
  )
}

// The outcome of an intent that was confirmed: never absent.
async function outcomeOf(
  account: StripeAccount,
  attempt: StripeAttempt & { readonly intent: string },
  intent: Intent,
): Promise<ChargeOutcome> {
  const found = await conclude(account, attempt, intent)
  return found.kind === 'absent' ? { kind: 'unknown', reason: `The intent is ${intent.status}.` } : found
}

/**
 * The outcome of an intent. The buyer whose page has the secret of an intent could try it again after a decline: such an intent is
 * canceled, so that a decline is final.
 */
async function conclude(
  account: StripeAccount,
  attempt: StripeAttempt & { readonly intent: string },
  intent: Intent,
): Promise<ChargeFinding> {
  const { transaction } = account.platform.database
  if (isTestMode(intent)) account.platform.log.error('stripe_test_mode', { attempt: attempt.id, intent: intent.id })
  const found = findingOf(attempt, intent)
  if (found.kind === 'requires_action' && !attempt.hasSharedSecret) await transaction((tx) => saveSharedSecret(tx, attempt))
  if (found.kind !== 'declined' || !attempt.hasSharedSecret || attempt.decline !== null || intent.status === 'canceled') return found
  const { code, sentence, card } = found
  const decline = { code, sentence, card }
  const closed = findingOf({ ...attempt, decline }, await cancelIntent(account, attempt))
  await transaction((tx) => saveDecline(tx, attempt, decline))
  return closed
}

async function cancelIntent(account: StripeAccount, attempt: AttemptedIntent): Promise<Intent> {
  const { paymentIntents, setupIntents } = account.api
  try {
    return await callAbout(attempt, () =>
      attempt.kind === 'payment'
        ? paymentIntents.cancel(attempt.intent, { expand: [...expansions.payment] })
        : setupIntents.cancel(attempt.intent, { expand: [...expansions.setup] }),
    )
  } catch (error) {
    if (!isUnexpectedState(error)) throw error
    return readIntent(account, attempt)
  }
}

/** The state of the attempt of a key. */
export async function find(account: StripeAccount, request: RequestKey): Promise<ChargeFinding> {
  const attempt = await attemptOf(account.platform.database.db, request)
  return attempt ? findAttempt(account, attempt) : absent
}

async function findAttempt(account: StripeAccount, attempt: StripeAttempt): Promise<ChargeFinding> {
  const { intent, decline, canceledAt } = attempt
  if (intent === null) return decline ? declined(null, decline) : canceledAt ? declined(null, canceled) : absent
  const found = await conclude(account, { ...attempt, intent }, await readIntent(account, { kind: attempt.kind, intent }))
  // It was canceled here, and Stripe did not answer then.
  if (found.kind === 'absent' && canceledAt) return findingOf(attempt, await cancelIntent(account, { kind: attempt.kind, intent }))
  return found
}

/** Cancels a key: an attempt that waits, or one that never arrived, so that a request on its way finds it canceled. */
export async function cancel(account: StripeAccount, request: RequestKey): Promise<ChargeOutcome> {
  const { organizationId, key } = request
  const now = account.platform.clock.now(request)
  const tombstone = { organizationId, key, kind: 'payment', customer: null, decline: null, canceledAt: now, now } as const
  const { attempt } = await account.platform.database.transaction((tx) => insertAttempt(tx, tombstone))
  const found = await findAttempt(account, attempt)
  const { intent, kind } = attempt
  if (intent === null || found.kind === 'succeeded' || found.kind === 'declined')
    return found.kind === 'absent' ? declined(null, canceled) : found
  return outcomeOf(account, { ...attempt, intent }, await cancelIntent(account, { kind, intent }))
}

// Nothing about the person goes to Stripe: its customer is the place where methods are saved.
async function customerOf({ api, platform }: StripeAccount, customer: CustomerKey): Promise<string> {
  const { organizationId, customerId } = customer
  const known = await customerReferenceOf(platform.database.db, customer)
  if (known !== undefined) return known
  const metadata = { [metadataKeys.organization]: organizationId, [metadataKeys.customer]: customerId }
  const created = await withRateLimitRetry(() =>
    api.customers.create({ metadata }, { idempotencyKey: `${organizationId}:${customerId}:customer` }),
  )
  const { id: reference } = answerAbout(created, (answer) => answer.metadata?.[metadataKeys.customer] === customerId)
  await platform.database.transaction((tx) =>
    insertCustomerReference(tx, { organizationId, customerId }, { reference, now: platform.clock.now({ organizationId }) }),
  )
  return (await customerReferenceOf(platform.database.db, customer)) ?? reference
}

/** Removes a saved method. A method that Stripe does not know, or that was removed, is removed. */
export async function removeMethod({ api }: StripeAccount, reference: string): Promise<void> {
  const saved = methodOf(reference)
  if (saved === null) return
  try {
    await withRateLimitRetry(() => api.paymentMethods.detach(saved.method))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

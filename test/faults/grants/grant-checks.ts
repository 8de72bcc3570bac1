// Compares what orders and subscriptions entitle customers to with grants, keys, credits, services and deliveries.
import { memberRole } from '#test/providers/discord-stand-in.ts'
import type { ReceivedWebhook } from '#test/support/a-receiver.ts'
import { type GrantingShop, type Shopper, UNITS } from './granting-shop.ts'

interface Grant {
  readonly id: string
  readonly customer_id: string
  readonly benefit_id: string
  readonly order_id: string | null
  readonly subscription_id: string | null
  readonly is_granted: boolean
  readonly error: unknown
  readonly properties: Readonly<Record<string, unknown>>
}

interface GrantEvent {
  readonly type: string
  readonly sequence: number
  readonly data: Grant & { readonly granted_benefits: readonly { readonly id: string }[] }
}

const keyOf = ({ benefit_id, order_id, subscription_id }: Grant) => `${benefit_id} of ${order_id ?? subscription_id}`
const scopeKeys = (benefits: readonly string[], scope: string) => benefits.map((benefit) => `${benefit} of ${scope}`)

/** Grants that exist twice: they never may. */
export async function duplicateFaults({ all }: GrantingShop): Promise<string[]> {
  const grants: Grant[] = await all('/v1/benefit-grants/')
  const keys = Map.groupBy(grants, (grant) => `${grant.customer_id} ${keyOf(grant)}`)
  return [...keys].filter(([, same]) => same.length > 1).map(([key]) => `${key} has two grants`)
}

/** Everything that differs, one sentence each; none once all jobs and deliveries are done. */
export async function settledFaults(shop: GrantingShop): Promise<string[]> {
  const grants: Grant[] = await shop.all('/v1/benefit-grants/')
  const granted = grants.filter(({ is_granted }) => is_granted)
  const entitled = await entitledKeys(shop)
  const keys = new Set(granted.map(keyOf))
  return [
    ...[...entitled].filter((key) => !keys.has(key)).map((key) => `${key} is not granted`),
    ...[...keys].filter((key) => !entitled.has(key)).map((key) => `${key} is granted`),
    ...grants.filter(({ error }) => error !== null).map((grant) => `${keyOf(grant)} failed: ${JSON.stringify(grant.error)}`),
    ...(await keyFaults(shop, granted)),
    ...(await creditFaults(shop, granted)),
    ...shop.shoppers.flatMap((shopper) => serviceFaults(shop, shopper, granted)),
    ...eventFaults(shop.receiver.received, grants),
  ]
}

async function entitledKeys({ all, merchant, bundleId, planId }: GrantingShop): Promise<ReadonlySet<string>> {
  const benefitsOf = async (productId: string): Promise<string[]> =>
    (await merchant.request('GET', `/v1/products/${productId}`)).json.benefits.map(({ id }: { id: string }) => id)
  const refunds: { order_id: string; revoke_benefits: boolean; status: string }[] = await all('/v1/refunds/')
  const withdrawn = new Set(
    refunds.filter(({ revoke_benefits, status }) => revoke_benefits && status === 'succeeded').map(({ order_id }) => order_id),
  )
  const orders: { id: string; subscription_id: string | null; paid: boolean }[] = await all('/v1/orders/')
  const subscriptions: { id: string; status: string }[] = await all('/v1/subscriptions/')
  const [bundle, plan] = [await benefitsOf(bundleId), await benefitsOf(planId)]
  return new Set([
    ...orders
      .filter(({ id, subscription_id, paid }) => subscription_id === null && paid && !withdrawn.has(id))
      .flatMap(({ id }) => scopeKeys(bundle, id)),
    ...subscriptions.filter(({ status }) => status === 'active').flatMap(({ id }) => scopeKeys(plan, id)),
  ])
}

async function keyFaults({ all, benefits }: GrantingShop, granted: readonly Grant[]): Promise<string[]> {
  const keys: { id: string; status: string }[] = await all('/v1/license-keys/')
  const valid = new Set(keys.filter(({ status }) => status === 'granted').map(({ id }) => id))
  const named = granted
    .filter(({ benefit_id }) => benefit_id === benefits.key)
    .map(({ properties }) => String(properties['license_key_id']))
  return [
    ...named.filter((id) => !valid.has(id)).map((id) => `the key ${id} of a grant is not valid`),
    ...(valid.size === new Set(named).size && named.length === valid.size ? [] : [`${valid.size} keys are valid, ${named.length} granted`]),
  ]
}

async function creditFaults({ all, benefits, shoppers }: GrantingShop, granted: readonly Grant[]): Promise<string[]> {
  const meters: { customer_id: string; balance: number }[] = await all('/v1/customer-meters/')
  return shoppers.flatMap(({ customerId }) => {
    const credited = granted.filter((grant) => grant.customer_id === customerId && grant.benefit_id === benefits.credit).length * UNITS
    const balance = meters.find(({ customer_id }) => customer_id === customerId)?.balance ?? 0
    return balance === credited ? [] : [`${customerId} has a balance of ${balance}, and grants of ${credited}`]
  })
}

/** The services hold for a customer exactly what the grants say, and the higher of two permissions. */
function serviceFaults({ benefits, guild, repository }: GrantingShop, shopper: Shopper, granted: readonly Grant[]): string[] {
  const has = (benefit: string) => granted.some((grant) => grant.customer_id === shopper.customerId && grant.benefit_id === benefit)
  const hasRole = guild.members.get(shopper.discordId)?.has(memberRole.id) === true
  const invitations = repository.invitations.filter(({ accountId }) => accountId === shopper.githubId)
  const permissions = [repository.collaborators.get(shopper.githubId), ...invitations.map(({ permission }) => permission)].filter(Boolean)
  const expected = has(benefits.writer) ? ['write'] : has(benefits.reader) ? ['read'] : []
  return [
    ...(hasRole === has(benefits.role) ? [] : [`${shopper.email} ${hasRole ? 'has' : 'lacks'} the role`]),
    ...(permissions.join() === expected.join() ? [] : [`${shopper.email} has the permissions '${permissions}', not '${expected}'`]),
  ]
}

/** Each change of a grant was announced once, and the last state of a customer is what they have. */
function eventFaults(received: readonly ReceivedWebhook[], grants: readonly Grant[]): string[] {
  const deliveries = Map.groupBy(received, ({ headers }) => String(headers['webhook-id']))
  const changed = [...deliveries].filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1)
  const events = [...deliveries.values()].map(([first]) => JSON.parse(first?.body ?? '') as GrantEvent)
  const ordered = events.toSorted((one, other) => one.sequence - other.sequence)
  const byGrant = Map.groupBy(
    ordered.filter(({ type }) => type.startsWith('benefit_grant.')),
    ({ data }) => data.id,
  )
  const states = new Map(ordered.filter(({ type }) => type === 'customer.state_changed').map(({ data }) => [data.id, data]))
  return [
    ...changed.map(([id]) => `the event ${id} was delivered with different bodies`),
    ...grants.flatMap((grant) => {
      const all = (byGrant.get(grant.id) ?? []).map(({ type }) => type.replace('benefit_grant.', ''))
      // An attempt that failed before is announced, too; what follows it is an update.
      const types = all.filter((type) => type !== 'updated')
      const isAlternating = types.every((type, at) => type === (at % 2 === 0 ? 'created' : 'revoked'))
      const isComplete = types.length > 0 && (types.length % 2 === 1) === grant.is_granted
      // A grant that was refunded before it was given is announced as revoked alone.
      const isRevokedAlone = types.join() === 'revoked' && !grant.is_granted
      return (isAlternating && isComplete) || isRevokedAlone ? [] : [`${keyOf(grant)} was announced as ${all.join(', ') || 'nothing'}`]
    }),
    ...[...Map.groupBy(grants, ({ customer_id }) => customer_id)].flatMap(([customerId, own]) => {
      const named = states
        .get(customerId)
        ?.granted_benefits.map(({ id }) => id)
        .toSorted()
      const has = own.filter(({ is_granted }) => is_granted).map(({ id }) => id)
      return named?.join() === has.toSorted().join() ? [] : [`the last state of ${customerId} is outdated`]
    }),
  ]
}

import { refuse } from '#kernel/refusal.ts'
import type { Route } from '#platform/http/route.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import { readOutside } from './adapters/outside-things.ts'
import { nothingOutside } from './kinds/index.ts'
import type { Benefit } from './model.ts'
import { benefitList } from './reads.ts'
import { benefitRefusals } from './refusals.ts'
import { create, namedBy, remove, update } from './rules.ts'
import { benefits, findNamed, insertBenefit, lockBenefit, saveBenefit, takeFromProducts } from './store.ts'
import { benefit, benefitCreate, benefitUpdate, toBenefitChanges, toBenefitDraft, toBenefitWire } from './wire.ts'

const { ResourceNotFound, NotPermitted } = benefitRefusals

export const routes: readonly Route[] = resourceRoutes({
  path: '/v1/benefits/',
  name: 'benefits',
  nouns: ['benefits', 'a benefit'],
  scopes: 'benefits',
  list: benefitList,
  schema: benefit,
  toWire: toBenefitWire,
  notFound: ResourceNotFound,
  lock: lockBenefit,
  toModel: (full: Benefit) => full,
  audit: { type: 'benefit', details: ({ description, type }) => ({ name: description, type }) },
  create: {
    summary: 'Creates a benefit.',
    body: benefitCreate,
    limit: 'BENEFIT_LIMIT',
    ask: (platform, organizationId, body) => readOutside(platform, organizationId, namedBy(toBenefitDraft(body)).outside),
    write: async (body, { tx, platform, organizationId, id, at, outside }) => {
      const draft = toBenefitDraft(body)
      const named = await findNamed(tx, organizationId, { ids: namedBy(draft), outside })
      const { next, events } = create(draft, { id, organizationId, named, now: at })
      await insertBenefit(tx, platform, next)
      return { next, events }
    },
  },
  update: {
    summary: 'Updates a benefit. Its type is fixed, its properties are replaced as a whole.',
    body: benefitUpdate,
    // The organization of a benefit never changes, so that it can be read before its row is locked.
    ask: async (platform, { tenants, id }, body) => {
      const changes = toBenefitChanges(body)
      const named = changes.body ? namedBy(changes).outside : undefined
      if (named === undefined) return nothingOutside
      const found = (await benefits.find(platform.database.db, tenants, id)) ?? refuse(ResourceNotFound)
      return readOutside(platform, found.organizationId, named)
    },
    write: async (current, body, { tx, organizationId, at, outside }) => {
      const changes = toBenefitChanges(body)
      const ids = changes.body ? namedBy(changes) : { meters: [], files: [] }
      const named = await findNamed(tx, organizationId, { ids, outside })
      const { next, events } = update(current, changes, { named, now: at })
      if (next !== current) await saveBenefit(tx, next)
      return { next, events }
    },
  },
  remove: {
    summary: 'Deletes a benefit. One that is not deletable is refused.',
    refusals: [NotPermitted],
    // No product has it any longer. Its grants are revoked after it, and its row is kept.
    write: async (current, { tx, at }) => {
      await saveBenefit(tx, remove(current, at))
      await takeFromProducts(tx, current)
    },
    events: ({ organizationId, id }) => [{ name: 'benefit.deleted', payload: { organization_id: organizationId, benefit_id: id } }],
  },
})

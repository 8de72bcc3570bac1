import type { CallOptions, Result } from './http.ts'
import type { Answer, Body, Query } from './operations.ts'
import type { Create, Deletable, Editable, Get, List, Verbs } from './verbs.ts'

/** The usage of customers, and what counts it. */
export interface Usage {
  readonly meters: Editable<'meters'> & {
    /** The quantities of a meter, by its id. */
    readonly quantities: (
      query: Query<'meters:quantities'> & { readonly id: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'meters:quantities'>>>
    /** The progress of a new meter in counting earlier events. */
    readonly progress: Get<'meters:progress'>
  }
  /** The usage of customers, as it was sent; newest first. */
  readonly events: {
    readonly list: List<'events:list'>
    readonly get: Get<'events:get'>
    /** The names that events have had, and how often. */
    readonly names: List<'events:list_names'>
  }
  /** Imports of usage events from CSV files. */
  readonly eventImports: {
    readonly list: List<'event_imports:list'>
    readonly get: Get<'event_imports:get'>
    /** Declares a file. It is sent to the address of the answer, by PUT. */
    readonly create: Create<'event_imports:create'>
    /** Begins the import after its file was sent. */
    readonly uploaded: (
      id: string,
      sent: Body<'event_imports:uploaded'>,
      options?: CallOptions,
    ) => Promise<Result<Answer<'event_imports:uploaded'>>>
    readonly cancel: (id: string, options?: CallOptions) => Promise<Result<Answer<'event_imports:cancel'>>>
  }
  /** The usage of meters by customers since the last reset, and what is left of their credits. */
  readonly customerMeters: { readonly list: List<'customer_meters:list'> }
  /** The usage that a merchant wants to know of. */
  readonly usageAlerts: Deletable<'usage_alerts'> & {
    /** When and for whom the alert `alertId` has triggered, newest first. */
    readonly triggers: (
      query: Query<'usage_alerts:list_triggers'> & { readonly alertId: string },
      options?: CallOptions,
    ) => Promise<Result<Answer<'usage_alerts:list_triggers'>>>
  }
}

/** The calls over the verbs. */
export const usageOver = (verbs: Verbs): Usage => ({
  meters: {
    ...verbs.editable('/meters/'),
    quantities: ({ id, ...query }, options) => verbs.call('GET', `${verbs.one('/meters/', id)}/quantities`, { query, options }),
    progress: (id, options) => verbs.call('GET', `${verbs.one('/meters/', id)}/progress`, { options }),
  },
  events: { list: verbs.list('/events/'), get: verbs.get('/events/'), names: verbs.list('/events/names') },
  eventImports: eventImportsOver(verbs),
  customerMeters: { list: verbs.list('/customer-meters/') },
  usageAlerts: {
    ...verbs.deletable<'usage_alerts'>('/usage-alerts/'),
    triggers: ({ alertId, ...query }, options) => verbs.call('GET', `${verbs.one('/usage-alerts/', alertId)}/triggers`, { query, options }),
  },
})

const eventImportsOver = ({ call, one, get, list, create }: Verbs): Usage['eventImports'] => ({
  list: list('/event-imports/'),
  get: get('/event-imports/'),
  create: create('/event-imports/'),
  uploaded: (id, body, options) => call('POST', `${one('/event-imports/', id)}/uploaded`, { body, options }),
  cancel: (id, options) => call('POST', `${one('/event-imports/', id)}/cancel`, { options }),
})

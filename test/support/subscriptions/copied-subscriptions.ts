// Many subscriptions, inserted by SQL: copies of one, each of a customer of its own.
import pg from 'pg'

/** The subscription that is copied, and when its copies are due. */
export interface CopiedSubscription {
  readonly organizationId: string
  readonly id: string
  readonly customerId: string
  readonly count: number
  /** Whether their period has ended and they are to be renewed; otherwise they are due in twenty days. */
  readonly isDue: boolean
}

/** Copies a subscription with its customer, the customer's payment method and what the sandbox knows of it. */
export async function copySubscription(
  databaseUrl: string,
  { organizationId, id, customerId, count, isDue }: CopiedSubscription,
): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const of = `organization_id = '${organizationId}'`
  const copy = (table: string, condition: string, changes: string) =>
    `insert into ${table} select copy.* from ${table} as template, copied,
       lateral jsonb_populate_record(template, jsonb_build_object(${changes})) as copy where template.${of} and template.${condition}`
  const due = isDue ? 'template.current_period_end' : `now() + interval '20 days'`
  await client
    .query(
      `create temp table copied as select n, gen_random_uuid() as id, gen_random_uuid() as customer_id, gen_random_uuid() as method_id
         from generate_series(1, ${count}) as n;
       ${copy('customers', `id = '${customerId}'`, `'id', copied.customer_id, 'email', copied.customer_id || '@example.test'`)};
       ${copy('sandbox_methods', `customer_id = '${customerId}'`, `'id', copied.method_id, 'customer_id', copied.customer_id`)};
       ${copy(
         'payment_methods',
         `customer_id = '${customerId}'`,
         `'id', copied.method_id, 'customer_id', copied.customer_id, 'method', 'sandbox_pm_' || copied.method_id`,
       )};
       ${copy(
         'subscriptions',
         `id = '${id}'`,
         `'id', copied.id, 'customer_id', copied.customer_id, 'reminded_for', template.current_period_end, 'due_at', ${due}`,
       )};
       drop table copied`,
    )
    .finally(() => client.end())
}

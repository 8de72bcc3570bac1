import type { Route } from '#platform/http/route.ts'
import { benefitGrantRoutes } from './benefit-grants/routes.ts'
import { customerRoutes } from './customer/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { meterRoutes } from './meters/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { paymentMethodRoutes } from './payment-methods/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

/** The operations of customers in the portal of an organization. Tenant and customer come from the session alone. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...orderRoutes,
  ...invoiceRoutes,
  ...subscriptionRoutes,
  ...benefitGrantRoutes,
  ...meterRoutes,
  ...organizationRoutes,
]

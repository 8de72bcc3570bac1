import type { Language } from '../index.ts'
import { account } from './account.ts'
import { addresses } from './addresses.ts'
import { admin } from './admin/index.ts'
import { apiCalls } from './api-calls.ts'
import { auth } from './auth.ts'
import { benefitKinds } from './benefit-kinds/index.ts'
import { buyers } from './buyers.ts'
import { dashboard } from './dashboard.ts'
import { email } from './email.ts'
import { connections } from './entitlements/connections.ts'
import { grants } from './entitlements/grants.ts'
import { licenseKeys } from './entitlements/license-keys.ts'
import { errors } from './errors.ts'
import { fieldFaults } from './field-faults.ts'
import { books } from './invoices/books.ts'
import { invoices } from './invoices/invoices.ts'
import { taxRecords } from './invoices/tax-records.ts'
import { organization } from './organization.ts'
import { invitationPage } from './organizations/invitation-page.ts'
import { liveMode } from './organizations/live-mode.ts'
import { merchantSettings } from './organizations/merchant-settings.ts'
import { organizationLog } from './organizations/organization-log.ts'
import { organizationPages } from './organizations/organization-pages.ts'
import { organizationRoles } from './organizations/organization-roles.ts'
import { organizationSettings } from './organizations/organization-settings.ts'
import { paymentSettings } from './organizations/payment-settings.ts'
import { taxSettings } from './organizations/tax-settings.ts'
import { testClock } from './organizations/test-clock.ts'
import { overview } from './overview.ts'
import { priceForm } from './products/price-form.ts'
import { providers } from './providers.ts'
import { sales } from './sales.ts'
import { benefits } from './selling/benefits.ts'
import { checkoutLinks } from './selling/checkout-links.ts'
import { checkouts } from './selling/checkouts.ts'
import { customFields } from './selling/custom-fields.ts'
import { customerChanges } from './selling/customer-changes.ts'
import { customerMoney } from './selling/customer-money.ts'
import { customers } from './selling/customers.ts'
import { discounts } from './selling/discounts.ts'
import { disputes } from './selling/disputes.ts'
import { files } from './selling/files.ts'
import { ledger } from './selling/ledger.ts'
import { orders } from './selling/orders.ts'
import { payments } from './selling/payments.ts'
import { products } from './selling/products.ts'
import { refunds } from './selling/refunds.ts'
import { subscriptions } from './selling/subscriptions.ts'
import { detail } from './shell/detail.ts'
import { dev } from './shell/dev.ts'
import { listView } from './shell/list-view.ts'
import { notFound } from './shell/not-found.ts'
import { pageKeywords } from './shell/page-keywords.ts'
import { palette } from './shell/palette.ts'
import { authFurther } from './sign-in/auth-further.ts'
import { passwords } from './sign-in/passwords.ts'
import { tokens } from './tokens.ts'
import { usageAlerts } from './usage/alerts.ts'
import { customerMeters } from './usage/customer-meters.ts'
import { eventImports } from './usage/event-imports.ts'
import { usageEvents } from './usage/events.ts'
import { meters } from './usage/meters.ts'
import { webhooks } from './webhooks.ts'

/** All messages in German. */
export const messages: Language = {
  ...buyers,
  account,
  addresses,
  admin,
  auth,
  benefits,
  benefitKinds,
  connections,
  grants,
  licenseKeys,
  authFurther,
  books,
  checkoutLinks,
  checkouts,
  customFields,
  customerChanges,
  customerMoney,
  customers,
  dashboard,
  dev,
  discounts,
  disputes,
  email: { ...buyers.email, ...email },
  errors,
  fieldFaults,
  ledger,
  orders,
  detail,
  listView,
  notFound,
  organization,
  files,
  invoices,
  invitationPage,
  organizationLog,
  organizationRoles,
  organizationPages,
  liveMode,
  merchantSettings,
  organizationSettings,
  overview,
  pageKeywords,
  palette,
  passwords,
  meters,
  customerMeters,
  eventImports,
  usageAlerts,
  usageEvents,
  paymentSettings,
  payments,
  priceForm,
  products,
  refunds,
  sales,
  subscriptions,
  taxRecords,
  taxSettings,
  testClock,
  providers,
  tokens,
  apiCalls,
  webhooks,
}

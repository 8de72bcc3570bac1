import { account } from './en/account.ts'
import { admin } from './en/admin/index.ts'
import { auth } from './en/auth.ts'
import { authFurther } from './en/auth-further.ts'
import { checkout } from './en/checkout.ts'
import { checkoutOutcome } from './en/checkout-outcome.ts'
import { checkouts } from './en/checkouts.ts'
import { customers } from './en/customers.ts'
import { dashboard } from './en/dashboard.ts'
import { dev } from './en/dev.ts'
import { email } from './en/email.ts'
import { errors } from './en/errors.ts'
import { fieldFaults } from './en/field-faults.ts'
import { ledger } from './en/ledger.ts'
import { lists } from './en/lists.ts'
import { orders } from './en/orders.ts'
import { organization } from './en/organization.ts'
import { invitationPage } from './en/organizations/invitation-page.ts'
import { organizationLog } from './en/organizations/organization-log.ts'
import { organizationPages } from './en/organizations/organization-pages.ts'
import { organizationRoles } from './en/organizations/organization-roles.ts'
import { organizationSettings } from './en/organizations/organization-settings.ts'
import { overview } from './en/overview.ts'
import { products } from './en/products.ts'
import { providers } from './en/providers.ts'
import { notFound } from './en/shell/not-found.ts'
import { palette } from './en/shell/palette.ts'
import { passwords } from './en/sign-in/passwords.ts'
import { tokens } from './en/tokens.ts'
import { ui } from './en/ui.ts'
import { webhooks } from './en/webhooks.ts'
import type { Messages } from './translator.ts'

/** English is the type of every language: add a message here first. */
export const en = {
  account,
  admin,
  auth,
  authFurther,
  checkout,
  checkoutOutcome,
  checkouts,
  customers,
  dashboard,
  dev,
  email,
  errors,
  fieldFaults,
  ledger,
  orders,
  lists,
  notFound,
  organization,
  invitationPage,
  organizationLog,
  organizationRoles,
  organizationPages,
  organizationSettings,
  overview,
  palette,
  passwords,
  products,
  providers,
  tokens,
  ui,
  webhooks,
} as const

/** The contents of a folder `locales/<language>/`. Write each file as `export const auth: Language['auth'] = {…}`. */
export type Language = Messages<typeof en>

/** The complete languages. Pages with a size limit import single files (`#locales/en/auth.ts`) instead of this catalogue. */
export const languages = { en } as const satisfies Readonly<Record<string, Language>>

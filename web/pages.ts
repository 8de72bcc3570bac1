import { cataloguePages, ofDetail } from './catalogue-pages.ts'
import { apiCallFilters } from './dashboard/api-calls/call.list.ts'
import { customerFilters } from './dashboard/customers/customer.list.ts'
import { disputeFilters } from './dashboard/disputes/dispute.list.ts'
import { invoiceFilters } from './dashboard/invoices/invoice.list.ts'
import { meterFilters } from './dashboard/meters/meter.list.ts'
import { orderFilters } from './dashboard/orders/order.list.ts'
import { paymentFilters } from './dashboard/payments/payment.list.ts'
import { refundFilters } from './dashboard/refunds/refund.list.ts'
import { subscriptionFilters } from './dashboard/subscriptions/subscription.list.ts'
import { usageEventFilters } from './dashboard/usage-events/event.list.ts'
import { searchOf } from './shell/list/search.ts'
import { dashboardPage, definePage, routesOf } from './shell/pages/page.ts'
import { alike, maybeText, oneOf, pageNumber } from './shell/pages/search-values.ts'
import { endpointSearch } from './shell/webhooks/delivery.list.ts'

/** Every routed page, in the order of the sidebar. Sidebar, palette, shortcuts and titles are derived from this list. */
export const pages = [
  definePage({ path: '/welcome', frame: 'plain', label: 'frame.newOrganization', load: () => import('./welcome/welcome.tsx') }),
  definePage({ path: '/dashboard', frame: 'plain', label: 'nav.overview', load: () => import('./welcome/first-organization.tsx') }),
  // Their pages are in `account-pages.ts` and `admin-pages.ts`: the first page of the dashboard loads every line of this file.
  definePage({ path: '/account/{-$section}', frame: 'plain', label: 'frame.account', load: () => import('./account/account.tsx') }),
  definePage({ path: '/admin/{-$section}/{-$id}', frame: 'plain', label: 'frame.administration', load: () => import('./admin/admin.tsx') }),
  dashboardPage('', {
    needs: 'orders:read',
    label: 'nav.overview',
    icon: 'home',
    group: 'top',
    go: 'h',
    keywords: 'overview',
    load: () => import('./dashboard/overview/overview.tsx'),
    search: {
      range: oneOf('7d', '30d'),
      ...alike(maybeText, 'from', 'to', 'currency'),
      compare: oneOf('period', 'year', 'none'),
      view: oneOf('days', 'sum', 'table'),
    },
  }),
  ...cataloguePages,
  dashboardPage('/customers', {
    needs: 'customers:read',
    label: 'nav.customers',
    icon: 'users',
    group: 'customers',
    go: 'c',
    keywords: 'customers',
    create: { path: '/customers/new', label: 'create.customer', needs: 'customers:write' },
    load: () => import('./dashboard/customers/list.tsx'),
    search: searchOf(customerFilters),
  }),
  dashboardPage('/customers/new', {
    needs: 'customers:write',
    label: 'create.customer',
    load: () => import('./dashboard/customers/new.tsx'),
  }),
  dashboardPage('/customers/$id', {
    needs: 'customers:read',
    label: 'nav.customers',
    load: () => import('./dashboard/customers/detail.tsx'),
    search: { ...ofDetail, page: pageNumber },
  }),
  dashboardPage('/customers/$id/edit', {
    needs: 'customers:write',
    label: 'nav.customers',
    load: () => import('./dashboard/customers/edit.tsx'),
  }),
  dashboardPage('/subscriptions', {
    needs: 'subscriptions:read',
    label: 'nav.subscriptions',
    icon: 'cycle',
    group: 'customers',
    go: 'u',
    keywords: 'subscriptions',
    load: () => import('./dashboard/subscriptions/list.tsx'),
    search: searchOf(subscriptionFilters),
  }),
  dashboardPage('/subscriptions/$id', {
    needs: 'subscriptions:read',
    label: 'nav.subscriptions',
    load: () => import('./dashboard/subscriptions/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/orders', {
    needs: 'orders:read',
    label: 'nav.orders',
    icon: 'receipt',
    group: 'customers',
    go: 'o',
    keywords: 'orders',
    load: () => import('./dashboard/orders/list.tsx'),
    search: searchOf(orderFilters),
  }),
  dashboardPage('/orders/$id', {
    needs: 'orders:read',
    label: 'nav.orders',
    load: () => import('./dashboard/orders/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/payments', {
    needs: 'payments:read',
    label: 'nav.payments',
    icon: 'card',
    group: 'customers',
    go: 'y',
    keywords: 'payments',
    load: () => import('./dashboard/payments/list.tsx'),
    search: searchOf(paymentFilters),
  }),
  dashboardPage('/payments/$id', {
    needs: 'payments:read',
    label: 'nav.payments',
    load: () => import('./dashboard/payments/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/invoices', {
    needs: 'orders:read',
    label: 'nav.invoices',
    icon: 'file',
    group: 'customers',
    go: 'v',
    keywords: 'invoices',
    load: () => import('./dashboard/invoices/list.tsx'),
    search: searchOf(invoiceFilters),
  }),
  dashboardPage('/books', {
    needs: 'orders:read',
    label: 'nav.books',
    icon: 'list',
    group: 'customers',
    keywords: 'books',
    load: () => import('./dashboard/books/report.tsx'),
  }),
  dashboardPage('/refunds', {
    needs: 'refunds:read',
    label: 'nav.refunds',
    icon: 'return',
    group: 'customers',
    go: 'r',
    keywords: 'refunds',
    load: () => import('./dashboard/refunds/list.tsx'),
    search: searchOf(refundFilters),
  }),
  dashboardPage('/disputes', {
    needs: 'refunds:read',
    label: 'nav.disputes',
    icon: 'shield',
    group: 'customers',
    keywords: 'disputes',
    load: () => import('./dashboard/disputes/list.tsx'),
    search: searchOf(disputeFilters),
  }),
  dashboardPage('/disputes/$id', {
    needs: 'refunds:read',
    label: 'nav.disputes',
    load: () => import('./dashboard/disputes/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/usage/meters', {
    needs: 'meters:read',
    label: 'nav.meters',
    icon: 'gauge',
    group: 'usage',
    feature: 'usage',
    go: 'm',
    keywords: 'meters',
    create: { path: '/usage/meters/new', label: 'create.meter', needs: 'meters:write' },
    load: () => import('./dashboard/meters/list.tsx'),
    search: searchOf(meterFilters),
  }),
  dashboardPage('/usage/meters/new', {
    needs: 'meters:write',
    label: 'create.meter',
    load: () => import('./dashboard/meters/new.tsx'),
  }),
  dashboardPage('/usage/meters/$id', {
    needs: 'meters:read',
    label: 'nav.meters',
    load: () => import('./dashboard/meters/detail.tsx'),
    search: { ...ofDetail, page: pageNumber },
  }),
  dashboardPage('/usage/meters/$id/edit', {
    needs: 'meters:write',
    label: 'nav.meters',
    load: () => import('./dashboard/meters/edit.tsx'),
  }),
  dashboardPage('/usage/events', {
    needs: 'events:read',
    label: 'nav.events',
    icon: 'pulse',
    group: 'usage',
    feature: 'usage',
    go: 'e',
    keywords: 'events',
    load: () => import('./dashboard/usage-events/list.tsx'),
    search: { ...searchOf(usageEventFilters), event: maybeText, dialog: maybeText },
  }),
  dashboardPage('/developers/webhooks', {
    needs: 'webhooks:read',
    label: 'nav.webhooks',
    icon: 'hooks',
    group: 'developers',
    go: 'w',
    create: { path: '/developers/webhooks/new', label: 'create.webhook', needs: 'webhooks:write' },
    keywords: 'webhooks',
    search: { page: pageNumber },
    load: () => import('./dashboard/webhooks/list.tsx'),
  }),
  dashboardPage('/developers/webhooks/new', {
    needs: 'webhooks:write',
    label: 'create.webhook',
    load: () => import('./dashboard/webhooks/list.tsx'),
  }),
  dashboardPage('/developers/webhooks/$id', {
    needs: 'webhooks:read',
    label: 'nav.webhooks',
    search: { ...ofDetail, ...endpointSearch },
    load: () => import('./dashboard/webhooks/detail.tsx'),
  }),
  dashboardPage('/developers/tokens', {
    needs: 'organizations:write',
    label: 'nav.tokens',
    icon: 'key',
    group: 'developers',
    go: 't',
    create: { path: '/developers/tokens/new', label: 'create.token', needs: 'organizations:write' },
    keywords: 'tokens',
    search: { edit: maybeText, page: pageNumber },
    load: () => import('./dashboard/tokens/list.tsx'),
  }),
  dashboardPage('/developers/tokens/new', {
    needs: 'organizations:write',
    label: 'create.token',
    load: () => import('./dashboard/tokens/list.tsx'),
  }),
  dashboardPage('/developers/log', {
    needs: 'organizations:write',
    label: 'nav.apiCalls',
    icon: 'list',
    group: 'developers',
    go: 'q',
    keywords: 'apiCalls',
    search: { ...searchOf(apiCallFilters), call: maybeText },
    load: () => import('./dashboard/api-calls/list.tsx'),
  }),
  dashboardPage('/developers/test-clock', {
    needs: 'organizations:read',
    label: 'nav.testClock',
    icon: 'clock',
    group: 'developers',
    feature: 'testClock',
    go: 'k',
    keywords: 'testClock',
    load: () => import('./dashboard/test-clocks/test-clock.tsx'),
    search: { page: pageNumber },
  }),
  // Its pages are in `organization-pages.ts`.
  definePage({
    path: '/dashboard/$org/settings/{-$section}/{-$id}',
    frame: 'plain',
    label: 'nav.settings',
    icon: 'gear',
    group: 'bottom',
    go: ',',
    keywords: 'settings',
    load: () => import('./organization/settings/frame.tsx'),
  }),
] as const

export const routes = routesOf(pages)

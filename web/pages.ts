import { benefitFilters } from './dashboard/benefits/benefit.list.ts'
import { checkoutLinkFilters } from './dashboard/checkout-links/checkout-link.list.ts'
import { checkoutFilters } from './dashboard/checkouts/checkout.list.ts'
import { customerFilters } from './dashboard/customers/customer.list.ts'
import { discountFilters } from './dashboard/discounts/discount.list.ts'
import { meterFilters } from './dashboard/meters/meter.list.ts'
import { orderFilters } from './dashboard/orders/order.list.ts'
import { productFilters } from './dashboard/products/product.list.ts'
import { deliveryFilters } from './dashboard/webhooks/delivery.list.ts'
import { searchOf } from './shell/list/search.ts'
import { dashboardPage, definePage, routesOf } from './shell/pages/page.ts'
import { alike, maybeNumber, maybeOneOf, maybeText, oneOf, pageNumber } from './shell/pages/search-values.ts'

/** What every page about one resource keeps in its URL: whether its JSON is shown. */
const ofDetail = { view: maybeOneOf('json') }

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
      ...alike(maybeText, 'from', 'to'),
      compare: oneOf('period', 'year', 'none'),
      view: oneOf('days', 'sum'),
    },
  }),
  dashboardPage('/products', {
    needs: 'products:read',
    label: 'nav.products',
    icon: 'box',
    group: 'sell',
    go: 'p',
    keywords: 'products',
    create: { path: '/products/new', label: 'create.product', needs: 'products:write' },
    load: () => import('./dashboard/products/list.tsx'),
    search: searchOf(productFilters),
  }),
  dashboardPage('/products/new', {
    needs: 'products:write',
    label: 'create.product',
    load: () => import('./dashboard/products/new.tsx'),
  }),
  dashboardPage('/products/$id', {
    needs: 'products:read',
    label: 'nav.products',
    load: () => import('./dashboard/products/detail.tsx'),
    search: { ...ofDetail, dialog: maybeOneOf('checkout', 'archive') },
  }),
  dashboardPage('/products/$id/edit', {
    needs: 'products:write',
    label: 'nav.products',
    load: () => import('./dashboard/products/edit.tsx'),
  }),
  dashboardPage('/checkouts', {
    needs: 'checkouts:read',
    label: 'nav.checkouts',
    icon: 'chain',
    group: 'sell',
    go: 's',
    keywords: 'checkouts',
    create: { path: '/checkouts?dialog=new', label: 'create.checkout', needs: 'checkouts:write' },
    load: () => import('./dashboard/checkouts/list.tsx'),
    search: { ...searchOf(checkoutFilters), dialog: maybeOneOf('new') },
  }),
  dashboardPage('/checkouts/$id', {
    needs: 'checkouts:read',
    label: 'nav.checkouts',
    load: () => import('./dashboard/checkouts/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/checkout-links', {
    needs: 'checkout_links:read',
    label: 'nav.checkoutLinks',
    icon: 'link',
    group: 'sell',
    go: 'l',
    keywords: 'checkoutLinks',
    create: { path: '/checkout-links/new', label: 'create.checkoutLink', needs: 'checkout_links:write' },
    load: () => import('./dashboard/checkout-links/list.tsx'),
    search: searchOf(checkoutLinkFilters),
  }),
  dashboardPage('/checkout-links/new', {
    needs: 'checkout_links:write',
    label: 'create.checkoutLink',
    load: () => import('./dashboard/checkout-links/new.tsx'),
  }),
  dashboardPage('/checkout-links/$id', {
    needs: 'checkout_links:read',
    label: 'nav.checkoutLinks',
    load: () => import('./dashboard/checkout-links/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/checkout-links/$id/edit', {
    needs: 'checkout_links:write',
    label: 'nav.checkoutLinks',
    load: () => import('./dashboard/checkout-links/edit.tsx'),
  }),
  dashboardPage('/discounts', {
    needs: 'discounts:read',
    label: 'nav.discounts',
    icon: 'percent',
    group: 'sell',
    go: 'd',
    keywords: 'discounts',
    create: { path: '/discounts/new', label: 'create.discount', needs: 'discounts:write' },
    load: () => import('./dashboard/discounts/list.tsx'),
    search: searchOf(discountFilters),
  }),
  dashboardPage('/discounts/new', {
    needs: 'discounts:write',
    label: 'create.discount',
    load: () => import('./dashboard/discounts/new.tsx'),
  }),
  dashboardPage('/discounts/$id', {
    needs: 'discounts:read',
    label: 'nav.discounts',
    load: () => import('./dashboard/discounts/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/discounts/$id/edit', {
    needs: 'discounts:write',
    label: 'nav.discounts',
    load: () => import('./dashboard/discounts/edit.tsx'),
  }),
  dashboardPage('/benefits', {
    needs: 'benefits:read',
    label: 'nav.benefits',
    icon: 'gift',
    group: 'sell',
    go: 'b',
    keywords: 'benefits',
    create: { path: '/benefits/new', label: 'create.benefit', needs: 'benefits:write' },
    load: () => import('./dashboard/benefits/list.tsx'),
    search: searchOf(benefitFilters),
  }),
  dashboardPage('/benefits/new', {
    needs: 'benefits:write',
    label: 'create.benefit',
    load: () => import('./dashboard/benefits/new.tsx'),
  }),
  dashboardPage('/benefits/$id', {
    needs: 'benefits:read',
    label: 'nav.benefits',
    load: () => import('./dashboard/benefits/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/benefits/$id/edit', {
    needs: 'benefits:write',
    label: 'nav.benefits',
    load: () => import('./dashboard/benefits/edit.tsx'),
  }),
  dashboardPage('/customers', {
    needs: 'customers:read',
    label: 'nav.customers',
    icon: 'users',
    group: 'customers',
    go: 'c',
    keywords: 'customers',
    load: () => import('./dashboard/customers/list.tsx'),
    search: searchOf(customerFilters),
  }),
  dashboardPage('/customers/$id', {
    needs: 'customers:read',
    label: 'nav.customers',
    load: () => import('./dashboard/customers/detail.tsx'),
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
    search: ofDetail,
  }),
  dashboardPage('/usage/meters/$id/edit', {
    needs: 'meters:write',
    label: 'nav.meters',
    load: () => import('./dashboard/meters/edit.tsx'),
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
    search: {
      ...ofDetail,
      tab: oneOf('deliveries', 'settings', 'verify'),
      ...searchOf(deliveryFilters),
      event: maybeText,
      attempt: maybeNumber,
    },
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

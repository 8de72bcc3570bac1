// The pages of what a merchant offers, in the order of the sidebar: a part of `pages.ts`.
import { benefitFilters } from './dashboard/benefits/benefit.list.ts'
import { checkoutLinkFilters } from './dashboard/checkout-links/checkout-link.list.ts'
import { checkoutFilters } from './dashboard/checkouts/checkout.list.ts'
import { customFieldFilters } from './dashboard/custom-fields/custom-field.list.ts'
import { discountFilters } from './dashboard/discounts/discount.list.ts'
import { fileFilters } from './dashboard/files/file.list.ts'
import { grantFilters } from './dashboard/grants/grant.list.ts'
import { licenseKeyFilters } from './dashboard/license-keys/license-key.list.ts'
import { productFilters } from './dashboard/products/product.list.ts'
import { searchOf } from './shell/list/search.ts'
import { dashboardPage } from './shell/pages/page.ts'
import { alike, maybeOneOf, maybeText } from './shell/pages/search-values.ts'

/** The state that every page about one resource keeps in its URL: whether its JSON is shown. */
export const ofDetail = { view: maybeOneOf('json') }

/** Products, how they are sold, and what belongs to them. */
export const cataloguePages = [
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
    search: {
      ...searchOf(benefitFilters),
      dialog: maybeOneOf('connections'),
      ...alike(maybeText, 'linked', 'link_error'),
    },
  }),
  dashboardPage('/benefits/license-keys', {
    needs: 'license_keys:read',
    label: 'nav.licenseKeys',
    load: () => import('./dashboard/license-keys/list.tsx'),
    search: searchOf(licenseKeyFilters),
  }),
  dashboardPage('/benefits/license-keys/$id', {
    needs: 'license_keys:read',
    label: 'nav.licenseKeys',
    load: () => import('./dashboard/license-keys/detail.tsx'),
    search: ofDetail,
  }),
  dashboardPage('/benefits/grants', {
    needs: 'benefits:read',
    label: 'nav.grants',
    load: () => import('./dashboard/grants/list.tsx'),
    search: { ...searchOf(grantFilters), grant: maybeText },
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
  dashboardPage('/custom-fields', {
    needs: 'custom_fields:read',
    label: 'nav.customFields',
    icon: 'list',
    group: 'sell',
    go: 'f',
    keywords: 'customFields',
    create: { path: '/custom-fields/new', label: 'create.customField', needs: 'custom_fields:write' },
    load: () => import('./dashboard/custom-fields/list.tsx'),
    search: searchOf(customFieldFilters),
  }),
  dashboardPage('/custom-fields/new', {
    needs: 'custom_fields:write',
    label: 'create.customField',
    load: () => import('./dashboard/custom-fields/new.tsx'),
  }),
  dashboardPage('/custom-fields/$id', {
    needs: 'custom_fields:read',
    label: 'nav.customFields',
    load: () => import('./dashboard/custom-fields/edit.tsx'),
  }),
  dashboardPage('/files', {
    needs: 'files:read',
    label: 'nav.files',
    icon: 'file',
    group: 'sell',
    go: 'i',
    keywords: 'files',
    create: { path: '/files?dialog=new', label: 'create.file', needs: 'files:write' },
    load: () => import('./dashboard/files/list.tsx'),
    search: { ...searchOf(fileFilters), dialog: maybeOneOf('new'), edit: maybeText },
  }),
] as const

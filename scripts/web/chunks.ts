// Groups the modules of the web app, all its pages but the checkout, into script files, so that a page requests few files and little code that it does not use at once.
import { fileURLToPath } from 'node:url'

/** A module as the bundler knows it. */
interface ModuleInfo {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
interface Context {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The modules that each surface starts with. What they import, directly or not, loads before the surface shows anything. */
const starts = {
  auth: 'web/auth/main.tsx',
  app: 'web/shell/main.tsx',
  dev: 'web/dev/main.tsx',
  dashboard: 'web/shell/dashboard-frame.tsx',
  overview: 'web/dashboard/overview/overview.tsx',
  selling: 'web/dashboard/overview/selling.tsx',
  palette: 'web/shell/palette/palette.tsx',
} as const
type Surface = keyof typeof starts

/** The chunk of a module that several surfaces start with: the first row whose surfaces all do. */
const startChunks: readonly (readonly [chunk: string, ...Surface[]])[] = [
  ['account', 'auth', 'app'],
  ['account', 'auth', 'dashboard'],
  ['account', 'auth', 'overview'],
  ['account', 'auth', 'selling'],
  // The components that the development page shows must not import the app.
  ['ui', 'app', 'dev'],
  ['ui', 'dashboard', 'dev'],
  ['ui', 'overview', 'dev'],
]
/** The folders of the signed-in screens. */
const screens = /\/web\/(account|admin|dashboard|organization|welcome)\//
/** The folder of one resource among them. */
const screenFolder = /\/web\/[a-z]+\/([a-z-]+)\//
/** A public page must not load the app, so what it loads later is kept apart, wherever it lies. The checkout is a build of its own. */
const publicSurfaces: readonly Surface[] = ['auth']
const PUBLIC = 'public:'
/** The modules that only the overview uses, which stay with its screens, but for the choice of days, which has a calendar, and the days. */
const ofOverview = /\/web\/dashboard\/overview\/(?!period)|\/locales\/[\w-]+\/(overview|sales)\.ts$/
/** The form of the checkout page, of which the settings show a preview: no weight of the other screens. */
const ofCheckoutPage = /\/web\/parts\/checkouts\/page\//
/** The frame of lists, which detail pages do not load. */
const ofLists = /\/web\/shell\/list\/|\/locales\/[\w-]+\/shell\/list-view\.ts$/
/** The registries of the surfaces, which read search parameters as the app does. The development page shares icons with them. */
const ofRegistries = /\/web\/((account|admin|organization)(-pages\.ts|\/.*(search|\.list)\.ts)|shell\/surface\.ts)$/
/** The module by which the registry and the screens read search parameters: too little for a script of its own. */
const ofSearchValues = /\/web\/shell\/pages\/search-values\.ts$/
/** The frame of detail pages, which lists do not load. */
const ofDetails = /\/web\/shell\/detail\/|\/locales\/[\w-]+\/shell\/detail\.ts$/
/** The frame of the forms of resources, which lists and detail pages do not load. */
const ofForms = /\/web\/shell\/form\//
const formPage = /\/web\/dashboard\/[\w-]+\/(new|edit)\.tsx$/
/** Detail pages, and what may be a card of several of them. */
const detailPage = /\/web\/dashboard\/[\w-]+\/detail\.tsx$/
const mayBeCard = /\/web\/(dashboard|parts)\//
/** The sources of lists of `/api/auth`, which lists of `/v1` do not load. */
const ofAuthLists = /\/web\/shell\/list\/(auth-sources|open-row)\.ts$/
/** Payments and refunds, which the screens of orders and checkouts show as well: no weight of the products' screens. */
const ofSales = /\/web\/parts\/(payments|refunds)\/(?!values|stripe)|\/locales\/[\w-]+\/selling\/(payments|refunds)\.ts$/
/** Disputes, which the page of an order leads to. */
const ofDisputes = /\/web\/parts\/disputes\/|\/locales\/[\w-]+\/selling\/disputes\.ts$/
/** The attempts to pay, which the pages of checkouts and payments show, and no other detail page. */
const ofAttempts = /\/web\/dashboard\/payments\/(attempts-card|timeline)\.tsx?$/
/** The names of the languages: few screens load them. */
const ofLanguages = /\/kernel\/language\/languages\.ts$/
/** The names of countries and states, which forms with an address load. */
const ofRegions = /\/kernel\/countries\.ts$|\/checkouts\/page\/regions\.ts$/
/** The tabs of the lists about benefits, and what customers get: few screens load each of them. */
const ofBenefitTabs = /\/web\/(dashboard\/benefits\/tabs|dashboard\/grants\/failures|parts\/grants\/state)\.tsx?$/
const ofGrants = /\/web\/parts\/grants\/|\/web\/dashboard\/grants\/(failures-switch|retry-button)|\/entitlements\/grants\.ts$/
const ofConnections =
  /\/web\/(dashboard|parts)\/linked-accounts\/|\/web\/dashboard\/benefits\/kinds\/(?!([\w-]+\/)?texts\.)|\/entitlements\/connections\.ts$/
const ofLicenseKeys = /\/web\/parts\/license-keys\/|\/entitlements\/license-keys\.ts$/
/**
 * The sentences of resources, and what few screens but theirs use: no weight of the others. Dialogs and forms stay in the shared chunks,
 * because each of them needs most of those.
 */
const ofAccount = /\/web\/account\/messages\.ts$|\/locales\/[\w-]+\/account\.ts$/
const ofWebhooks = /\/web\/parts\/webhooks\/messages\.ts$|\/locales\/[\w-]+\/webhooks\.ts$/
/** The screens of webhooks, which the dashboard and the administration share. */
const ofWebhookScreens = /\/web\/(shell|parts)\/webhooks\/(?!messages)/
const ofRoles = /\/web\/parts\/organizations\/roles\.ts$|\/organizations\/organization-roles\.ts$/
const ofTokens = /\/web\/parts\/tokens\/(messages|scopes)\.ts$|\/locales\/[\w-]+\/tokens\.ts$/
const ofInvoices = /\/web\/parts\/invoices\/messages\.ts$|\/invoices\/invoices\.ts$/
const ofSubscriptions =
  /\/web\/parts\/subscriptions\/|\/web\/dashboard\/subscriptions\/subscriptions-card\.tsx$|\/selling\/subscriptions\.ts$/
const ofSubscriptionWords = /\/web\/parts\/subscriptions\/messages\.ts$|\/selling\/subscriptions\.ts$/
const ofPrices =
  /\/web\/parts\/(products\/price-(labels|messages)|meters\/quantity)\.ts$|\/ui\/text\/unit-amount\.ts$|\/selling\/prices\.ts$/
const ofBenefits =
  /\/web\/(parts\/benefits\/(kinds|messages)|dashboard\/benefits\/kinds\/([\w-]+\/)?texts)\.tsx?$|\/selling\/benefits\.ts$|\/benefit-kinds\//
const ofDiscounts = /\/web\/parts\/discounts\/(labels|messages)\.ts$|\/selling\/discounts\.ts$/
const ofCheckouts = /\/web\/parts\/checkouts\/(?!page|bill)|\/selling\/checkouts\.ts$/
const ofCustomFields = /\/web\/parts\/custom-fields\/messages\.ts$|\/selling\/custom-fields\.ts$/
const ofFiles = /\/web\/parts\/files\/|\/web\/ui\/actions\/progress-bar\.tsx$|\/selling\/files\.ts$/
const ofAlerts = /\/web\/(parts\/usage-alerts\/messages|dashboard\/usage-alerts\/alert-row)\.tsx?$|\/usage\/alerts\.ts$/
const ofImports = /\/web\/dashboard\/event-imports\/messages\.ts$|\/usage\/event-imports\.ts$/
/** The marks of the sign-in providers, and passwords: forms of the public pages that the account shows as well. */
const ofProviders = /\/web\/(ui\/brands|parts\/providers)\/|\/web\/ui\/text\/provider-logo\.tsx$|\/locales\/[\w-]+\/providers\.ts$/
const ofPasswords = /\/web\/parts\/(passwords\/|new-password)|\/sign-in\/(passwords|errors-sign-up)\.ts$/
const ofOrganizationErrors = /\/organizations\/errors-organizations\.ts$/
/** The charts, which the overview and the pages of usage show. */
const ofCharts = /\/web\/ui\/display\/(chart[\w-]*|when-visible)\.tsx?$/
/** Parts of the overview's figures that screens with a single figure do not load. */
const figureChunks = [
  [ofSubscriptionWords, 'subscription-words'],
  [ofCharts, 'charts'],
] as const
/** The chunks of frames, and of what stays apart: the first row that fits. */
const frameChunks = [
  [ofLanguages, 'languages'],
  [ofRegions, 'regions'],
  [ofAuthLists, 'auth-lists'],
  [ofSales, 'sales'],
  [ofDisputes, 'disputes'],
  [ofAttempts, 'attempts'],
  [ofLists, 'lists'],
  [ofDetails, 'details'],
  [ofForms, 'forms'],
  [ofBenefitTabs, 'benefit-tabs'],
  [ofGrants, 'grants'],
  [ofConnections, 'connections'],
  [ofLicenseKeys, 'license-keys'],
  ...figureChunks,
  [ofSubscriptions, 'subscriptions'],
  [ofAccount, 'account-words'],
  [ofWebhooks, 'webhooks'],
  [ofWebhookScreens, 'webhook-screens'],
  [ofRoles, 'roles'],
  [ofTokens, 'tokens'],
  [ofInvoices, 'invoices'],
  [ofPrices, 'prices'],
  [ofBenefits, 'benefits'],
  [ofDiscounts, 'discounts'],
  [ofCheckouts, 'checkouts'],
  [ofCustomFields, 'custom-fields'],
  [ofFiles, 'files'],
  [ofAlerts, 'usage-alerts'],
  [ofImports, 'event-imports'],
  [ofProviders, 'providers'],
  [ofPasswords, 'passwords'],
  [ofOrganizationErrors, 'organization-errors'],
] as const
/** The surfaces that every module would look shared with. */
const isolated: readonly string[] = ['dev', 'palette']
const iconIndex = /\/web\/ui\/icons\/index\.ts$/
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The chunk of a module; null leaves it to the bundler. Modules that surfaces start with are grouped by `startChunks`; the rest of the
 * frame is `dashboard-frame`, and what else the overview of a selling merchant needs is `figures`. What several screens share is a chunk
 * of their resource or their surface (`detail-cards` if these are detail pages of the dashboard), `screens` or `screens-ui` if they are in
 * several folders, and `further` if public screens share it too; `pages` if the palette shares it, `commands` if with the dashboard alone.
 */
export function sharedChunk(): (id: string, context: Context) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined
  return (id, context) => {
    chunks ??= chunksByModule(context)
    return chunks.get(id) ?? null
  }
}

function chunksByModule(context: Context): Map<string, string> {
  const surfaces = Object.keys(starts) as Surface[]
  const startsOf = reachedFrom(
    surfaces.map((surface) => [surface, `${root}${starts[surface]}`]),
    context,
  )
  const publicLazy = lazyModules(publicSurfaces, context)
  const lazy = lazyModules(surfaces, context).filter((id) => screens.test(id))
  const screensOf = reachedFrom(
    [...lazy.map((id) => [id, id] as const), ...publicLazy.map((id) => [`${PUBLIC}${id}`, id] as const)],
    context,
  )
  const isForScreens = (id: string) => [...(screensOf.get(id) ?? [])].some((screen) => !screen.startsWith(PUBLIC))
  const startOf = (id: string, surfaces: ReadonlySet<string>) => {
    if (ofCheckoutPage.test(id)) return 'checkout-page'
    const chunk = startChunk(surfaces, isForScreens(id))
    return chunk === 'figures' ? (figureChunks.find(([pattern]) => pattern.test(id))?.[1] ?? chunk) : chunk
  }
  const chunks = new Map<string, string>()
  for (const id of new Set([...startsOf.keys(), ...screensOf.keys()])) {
    if (ofOverview.test(id)) continue
    const surfaces = startsOf.get(id) ?? new Set()
    const isStart = [...surfaces].some((surface) => !isolated.includes(surface))
    const frame = frameChunks.find(([pattern]) => pattern.test(id))?.[1]
    const reaching = screensOf.get(id) ?? new Set()
    const isCard = reaching.size > 1 && mayBeCard.test(id) && [...reaching].every((page) => detailPage.test(page))
    const screen = () => frame ?? (isCard ? 'detail-cards' : screenChunk(reaching, surfaces))
    const chunk = ofRegistries.test(id) ? 'registries' : ofSearchValues.test(id) ? 'ui' : isStart ? startOf(id, surfaces) : screen()
    if (chunk !== null) chunks.set(id, chunk)
  }
  return chunks
}

function startChunk(surfaces: ReadonlySet<string>, isForScreens: boolean): string | null {
  const row = startChunks.find(([, ...all]) => all.every((surface) => surfaces.has(surface)))
  if (row !== undefined) return row[0]
  if (surfaces.has('app')) return null
  if (surfaces.has('dashboard') || surfaces.has('overview')) return 'dashboard-frame'
  if (surfaces.has('selling')) return 'figures'
  // Fields that the public pages share with dialogs behind the sign-in.
  if (!isForScreens) return null
  return 'auth-shared'
}

function screenChunk(reaching: ReadonlySet<string>, surfaces: ReadonlySet<string>): string | null {
  const all = [...reaching]
  const isPublic = all.some((screen) => screen.startsWith(PUBLIC))
  if (isPublic && all.some((screen) => !screen.startsWith(PUBLIC))) return 'further'
  if (isPublic || all.length === 0 || all.length + (surfaces.has('palette') ? 1 : 0) < 2) return null
  const folders = new Set(all.map((id) => screens.exec(id)?.[1] ?? ''))
  // The commands of what the palette finds.
  if (surfaces.has('palette')) return folders.size === 1 && folders.has('dashboard') ? 'commands' : 'pages'
  if (surfaces.has('dev')) return 'screens-ui'
  if (folders.size > 1) return 'screens'
  // A module that one resource shares is no weight of the others, and one that its form shares none of its list.
  const resources = new Set(all.map((id) => screenFolder.exec(id)?.[1]))
  const [resource] = resources
  if (resources.size !== 1 || resource === undefined) return `${[...folders][0]}-shared`
  return `${[...folders][0]}-${resource}${all.every((id) => formPage.test(id)) ? '-form' : ''}`
}

/** The modules that these surfaces import with `import()`, directly or not. */
function lazyModules(surfaces: readonly Surface[], context: Context): string[] {
  const waiting = surfaces.map((surface) => `${root}${starts[surface]}`)
  const seen = new Set<string>()
  const lazy = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const found = context.getModuleInfo(id)?.dynamicallyImportedIds ?? []
    for (const each of found) lazy.add(each)
    waiting.push(...importsOf(id, context), ...found)
  }
  return [...lazy]
}

/** For each module, the names of the roots that import it, directly or not. */
function reachedFrom(roots: readonly (readonly [name: string, id: string])[], context: Context): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>()
  for (const [name, start] of roots) {
    const waiting = [start]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const names = reached.get(id) ?? new Set()
      if (names.has(name)) continue
      reached.set(id, names.add(name))
      waiting.push(...importsOf(id, context))
    }
  }
  return reached
}

/** The modules that a module imports; of the index of icons only the icons that it names, or all where it imports their namespace. */
function importsOf(id: string, context: Context): string[] {
  const info = context.getModuleInfo(id)
  return (info?.importedIds ?? []).flatMap((imported) => {
    if (!iconIndex.test(imported)) return imported
    const icons = iconModules(imported, context)
    const [, all, names = ''] = /import\s*(?:(\*)|\{([^}]*)\})[^"']*["'][^"']*icons\/index\.ts["']/.exec(info?.code ?? '') ?? []
    if (all !== undefined) return [...icons.values()]
    return names.split(',').flatMap((name) => icons.get(name.trim().split(/\s/)[0] ?? '') ?? [])
  })
}

let icons: ReadonlyMap<string, string> | undefined
function iconModules(index: string, context: Context): ReadonlyMap<string, string> {
  const found = (context.getModuleInfo(index)?.code ?? '').matchAll(/default as (\w+)\s*\}\s*from\s*["'](lucide:[\w-]+)["']/g)
  icons ??= new Map([...found].map(([, name = '', source = '']) => [name, `\0${source}`]))
  return icons
}

// The embedded checkout: opens a checkout or a checkout link in a frame over any page. The server serves it as `/embed.js`, a module without
// imports. Each message of the frame is a cancelable event; `preventDefault` suppresses what it does by default.

/** The type of every message that the page in the frame posts. */
const TYPE = 'GUILDHALL_CHECKOUT'
const EVENTS = ['loaded', 'resized', 'confirmed', 'success', 'close'] as const
/** The time that a loaded frame may be silent before it is shown as it is: it may contain an error page, which posts nothing. */
const SILENCE_MS = 3000
const INITIAL_HEIGHT = 640
/** 1px, and 0 in a window of at most 640px: an inline style has no media queries. */
const WIDE = 'clamp(0px, 100vw - 640px, 1px)'

/** The events of the frame, in the order in which a purchase causes them; `resized` and `close` come at any time. */
export type EmbedEvent = (typeof EVENTS)[number]

/** The details that an event carries. */
export interface EmbedDetail {
  /** Of `resized`: the height of the content in CSS pixels. */
  readonly height?: number
  /** Of `success`: the page after the purchase. */
  readonly successURL?: string
  /** Of `success`: whether that is a page of the seller, to which the buyer is sent by default. */
  readonly redirect?: boolean
}

/** The options of `create`. Labels are read by screen readers. */
export interface EmbedOptions {
  readonly theme?: 'light' | 'dark' | undefined
  readonly labels?: { readonly checkout: string; readonly close: string } | undefined
}

/** An opened checkout. */
export interface EmbeddedCheckout {
  addEventListener(name: EmbedEvent, listener: (event: CustomEvent<EmbedDetail>) => void): void
  /** Removes it, without an event. */
  close(): void
}

/** Opens the checkout or the checkout link of a URL, which may be of any Guildhall server. Where nothing can be framed, the window opens the URL. */
export function create(
  url: string | URL,
  { theme, labels = { checkout: 'Checkout', close: 'Close' } }: EmbedOptions = {},
): EmbeddedCheckout {
  const page = new URL(url, location.href)
  const events = new EventTarget()
  const { dialog, panel, frame, cross, reveal } = partsOf(labels, page.origin)
  const root = document.documentElement.style
  const { overflow } = root
  let isClosable = true
  const close = (): void => {
    removeEventListener('message', receive)
    dialog.close()
    if (!dialog.isConnected) return
    dialog.remove()
    root.overflow = overflow
  }
  const defaults: Readonly<Record<EmbedEvent, (detail: EmbedDetail) => void>> = {
    loaded: () => {
      reveal()
      cross.remove()
      frame.focus()
    },
    resized: ({ height = INITIAL_HEIGHT }) => setHeight(panel, height),
    confirmed: () => {
      isClosable = false
      // Otherwise a browser closes a dialog at the second Escape even if its page prevents that.
      dialog.setAttribute('closedby', 'none')
    },
    success: ({ redirect, successURL = '' }) => {
      isClosable = true
      if (redirect && /^https?:/.test(successURL)) location.assign(successURL)
    },
    close,
  }
  const emit = (name: EmbedEvent, detail: EmbedDetail): void => {
    if (events.dispatchEvent(new CustomEvent(name, { cancelable: true, detail }))) defaults[name](detail)
  }
  const receive = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== page.origin || source !== frame.contentWindow || data?.type !== TYPE) return
    const { type: _, event, ...detail } = data
    if (EVENTS.includes(event)) emit(event, detail)
  }
  addEventListener('message', receive)
  cross.onclick = () => emit('close', {})
  dialog.oncancel = (event) => {
    event.preventDefault()
    if (isClosable) emit('close', {})
  }
  dialog.onclose = close
  document.body.append(dialog)
  dialog.showModal()
  root.overflow = 'hidden'
  void embedUrl(page, theme).then((source) => {
    if (!dialog.isConnected) return
    if (source) frame.src = source
    else location.assign(page)
  })
  return { addEventListener: (name, listener) => events.addEventListener(name, listener as EventListener), close }
}

/** The URL of the frame; undefined where the page cannot be framed. A link opens a checkout that this page may frame. */
async function embedUrl(page: URL, theme: string | undefined): Promise<string | undefined> {
  const [, kind, secret] = /\/(checkout|buy)\/([^/]+)/.exec(page.pathname) ?? []
  const { origin: embed_origin } = location
  let clientSecret = secret
  if (kind === 'buy') {
    const body = JSON.stringify({ ...Object.fromEntries(page.searchParams), theme: undefined, embed_origin })
    const headers = { 'content-type': 'application/json' }
    const url = `${page.origin}/v1/checkout-links/open/${secret}`
    const opened = await fetch(url, { method: 'POST', headers, body, credentials: 'omit' })
      .then((answer) => answer.json())
      .catch(() => ({}))
    clientSecret = opened.embed_origin === embed_origin ? opened.client_secret : undefined
  }
  return clientSecret && `${page.origin}/embed/checkout/${clientSecret}${theme ? `?theme=${theme}` : ''}`
}

const setHeight = (panel: HTMLElement, height: number): void => {
  // In a narrow window it has the height of the window.
  panel.style.height = `max(min(${Math.max(240, Number(height))}px, 100%), 100% - ${WIDE} * 9999)`
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  style: Partial<CSSStyleDeclaration>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  // Declarations that a script sets are allowed by every content security policy; attributes and style sheets are not.
  Object.assign(created.style, style)
  created.append(...children)
  return created
}

function spinnerOf(): HTMLElement {
  const spinner = element('div', {
    position: 'absolute',
    inset: '0',
    margin: 'auto',
    width: '32px',
    height: '32px',
    boxSizing: 'border-box',
    border: '3px solid rgb(255 255 255 / 0.3)',
    borderTopColor: '#fff',
    borderRadius: '50%',
  })
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    spinner.animate({ rotate: ['0deg', '360deg'] }, { duration: 800, iterations: Number.POSITIVE_INFINITY })
  return spinner
}

/** A modal dialog over the whole window: it makes the page behind it inert, and returns the focus when it is closed. */
function partsOf(labels: NonNullable<EmbedOptions['labels']>, origin: string) {
  const spinner = spinnerOf()
  const frame = element('iframe', { width: '100%', height: '100%', border: '0', visibility: 'hidden' })
  frame.title = labels.checkout
  frame.allow = `payment ${origin}; publickey-credentials-get ${origin}`
  const panel = element('div', { width: 'min(1040px, 100%)', borderRadius: `calc(${WIDE} * 12)`, overflow: 'hidden' }, frame)
  setHeight(panel, INITIAL_HEIGHT)
  const cross = element('button', {
    position: 'absolute',
    top: '0',
    right: '0',
    width: '48px',
    height: '48px',
    border: '0',
    background: 'none',
    color: '#fff',
    font: '28px/1 sans-serif',
    cursor: 'pointer',
  })
  cross.textContent = '×'
  cross.ariaLabel = labels.close
  const dialog = element(
    'dialog',
    {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      maxWidth: 'none',
      maxHeight: 'none',
      boxSizing: 'border-box',
      margin: '0',
      padding: `calc(${WIDE} * 24)`,
      border: '0',
      outline: 'none',
      overflow: 'hidden',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      background: 'rgb(0 0 0 / 0.6)',
    },
    spinner,
    panel,
    cross,
  )
  dialog.ariaLabel = labels.checkout
  const reveal = (): void => {
    spinner.remove()
    frame.style.visibility = 'visible'
  }
  frame.onload = () => frame.src && setTimeout(reveal, SILENCE_MS)
  return { dialog, panel, frame, cross, reveal }
}

/** Opens the links with `data-guildhall-checkout`; its value is the URL, otherwise `href`. Their events are those of the link, with a prefix. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-guildhall-checkout]')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { guildhallCheckout, guildhallTheme } = link.dataset
  const checkout = create(guildhallCheckout || (link as HTMLAnchorElement).href, { theme: guildhallTheme as EmbedOptions['theme'] })
  for (const name of EVENTS)
    checkout.addEventListener(name, (each) => {
      const copy = new CustomEvent(`guildhall:${name}`, { bubbles: true, cancelable: true, detail: each.detail })
      if (!link.dispatchEvent(copy)) each.preventDefault()
    })
})

import Compiled, { sanitizer } from 'markdown-to-jsx/react'
import type { ComponentProps } from 'react'
import { linkClass } from '#web/ui/actions/link.tsx'

const SAFE_LINK = /^(https?:\/\/|mailto:)/i

/** The address of a link; null for any kind but the web and emails. */
export const safeHref = (href: string): string | null => (SAFE_LINK.test(href) ? sanitizer(href) : null)

// Without the id that the library makes from its text: it could be that of something else on the page.
const Heading = ({ children }: ComponentProps<'h3'>) => <h3 className="font-strong">{children}</h3>

function NoteLink({ href, children }: ComponentProps<'a'>) {
  if (!href) return children
  return (
    <a className={`${linkClass} underline`} href={href} rel="noreferrer nofollow" target="_blank">
      {children}
    </a>
  )
}

const Picture = ({ alt }: ComponentProps<'img'>) => alt

function Code({ children }: ComponentProps<'pre'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard.
    <pre className="overflow-x-auto rounded-control bg-sunken p-12 font-mono text-caption" tabIndex={0}>
      {children}
    </pre>
  )
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="text-label">{children}</table>
    </div>
  )
}

const overrides = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  p: { props: { className: 'whitespace-pre-line' } },
  blockquote: { props: { className: 'grid gap-12 border-l-2 border-line pl-12 text-muted' } },
  ul: { props: { className: 'grid list-disc gap-4 pl-20' } },
  ol: { props: { className: 'grid list-decimal gap-4 pl-20' } },
  strong: { component: 'b', props: { className: 'font-strong' } },
  pre: { component: Code },
  code: { props: { className: 'rounded-key bg-sunken px-4 font-mono text-caption' } },
  a: { component: NoteLink },
  img: { component: Picture },
  table: { component: Table },
  th: { props: { className: 'border-b border-line px-8 py-4 text-left font-strong' } },
  td: { props: { className: 'border-b border-line px-8 py-4' } },
} as const

/**
 * A note of the merchant. HTML in it is text, its links go to the web and to emails alone, and its pictures are their descriptions, so that
 * opening the page sends no request elsewhere.
 */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 text-body [overflow-wrap:anywhere]">
      <Compiled options={{ disableParsingRawHTML: true, forceBlock: true, overrides, sanitizer: safeHref, wrapper: null }}>{text}</Compiled>
    </div>
  )
}

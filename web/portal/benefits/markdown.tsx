import type { ReactNode } from 'react'
import { linkClass } from '#web/ui/actions/link.tsx'
import { type Block, blocksOf, type Span } from './blocks.ts'

/** A note of the merchant. It is drawn from its parts, so no HTML in it has an effect; its links go to the web and to emails alone. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-12 text-body [overflow-wrap:anywhere]">
    {blocksOf(text).map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a note have a fixed order and no state.
      <BlockView block={block} key={at} />
    ))}
  </div>
)

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="font-strong">{spans(block.spans)}</h3>
    case 'paragraph':
      return <p className="whitespace-pre-line">{spans(block.spans)}</p>
    case 'quote':
      return <blockquote className="border-l-2 border-line pl-12 whitespace-pre-line text-muted">{spans(block.spans)}</blockquote>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard.
        <pre className="overflow-x-auto rounded-control bg-sunken p-12 font-mono text-caption" tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'bullets':
      return <ul className="grid list-disc gap-4 pl-20">{items(block.items)}</ul>
    case 'numbers':
      return <ol className="grid list-decimal gap-4 pl-20">{items(block.items)}</ol>
  }
}

const items = (all: readonly (readonly Span[])[]) =>
  all.map((each, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <li key={at}>{spans(each)}</li>
  ))

const spans = (all: readonly Span[]): ReactNode[] =>
  all.map((span, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <SpanView key={at} span={span} />
  ))

function SpanView({ span }: { span: Span }) {
  switch (span.kind) {
    case 'strong':
      return <b className="font-strong">{span.text}</b>
    case 'emphasis':
      return <em>{span.text}</em>
    case 'code':
      return <code className="rounded-key bg-sunken px-4 font-mono text-caption">{span.text}</code>
    case 'link':
      return (
        <a className={`${linkClass} underline`} href={span.href} rel="noreferrer nofollow" target="_blank">
          {span.text}
        </a>
      )
    default:
      return span.text
  }
}

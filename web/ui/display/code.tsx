import type { ReactNode } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'

/** A code block that scrolls horizontally, with a copy button. `name` is its label; `children` may render the same text with colours. */
export function Code({ text, name, children }: { text: string; name: string; children?: ReactNode }) {
  return (
    <div className="relative min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of code, not of form fields. */}
      <div
        aria-label={name}
        role="group"
        className="overflow-x-auto rounded-well border border-line bg-sunken"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable by keyboard.
        tabIndex={0}
      >
        <pre className="w-max min-w-full py-12 pr-48 pl-16 font-mono text-caption leading-20">
          <code>{children ?? text}</code>
        </pre>
      </div>
      <span className="absolute top-1 right-1 rounded-well bg-sunken p-4">
        <CopyButton name={name} value={text} />
      </span>
    </div>
  )
}

/** Code inside a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="rounded-key bg-selected px-4 py-1 font-mono text-caption">{children}</code>
}

import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/**
 * Tabs of one page. The caller keeps `value` in the URL. Arrow keys select the next tab. `count` is the number of items in a tab.
 * `children` is the panel of the selected tab.
 */
export function Tabs<V extends string>(props: {
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly { readonly value: V; readonly label: string; readonly count?: number | undefined }[]
  children: ReactNode
}) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.value === props.value)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : props.tabs.at((at + step) % props.tabs.length)
    if (next === undefined) return
    event.preventDefault()
    props.onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
      <div aria-label={props.label} className="flex gap-20 overflow-x-auto border-b border-line text-label" onKeyDown={move} role="tablist">
        {props.tabs.map((tab) => {
          const chosen = tab.value === props.value
          return (
            <button
              aria-controls={`${id}-panel`}
              aria-selected={chosen}
              className={cx(
                'inline-flex h-36 flex-none items-center gap-6 border-b-2 outline-offset-[-2px] pointer-coarse:h-44',
                chosen ? 'border-text font-strong text-text' : 'border-transparent text-muted hover:text-text',
              )}
              id={`${id}-${tab.value}`}
              key={tab.value}
              onClick={() => props.onChange(tab.value)}
              role="tab"
              tabIndex={chosen ? 0 : -1}
              type="button"
            >
              {tab.label}
              {tab.count !== undefined && <span className="text-caption font-regular text-muted tabular-nums">{tab.count}</span>}
            </button>
          )
        })}
      </div>
      <div
        aria-labelledby={`${id}-${props.value}`}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-16"
        id={`${id}-panel`}
        role="tabpanel"
      >
        {props.children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { useLanguage } from '../language.tsx'

/** Rises from below while rows are selected: how many, what can be done with them (`children`), and the way out. */
export function SelectionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const { say } = useLanguage()
  if (count === 0) return null
  return (
    <div className="sticky bottom-24 z-10 mt-16 flex justify-center" role="status">
      <div className="from-edge flex min-h-48 items-center gap-12 rounded-card bg-float py-8 pr-8 pl-16 text-label shadow-float">
        <span className="font-strong tabular-nums whitespace-nowrap">{say('selected', { count })}</span>
        {children}
        <Button look="quiet" onClick={onClear}>
          {say('clear')}
        </Button>
      </div>
    </div>
  )
}

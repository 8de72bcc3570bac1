import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { useLanguage } from '../language.tsx'

/** Appears at the bottom while rows are selected: their number, actions (`children`), and a button to clear the selection. */
export function SelectionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const { translate } = useLanguage()
  if (count === 0) return null
  return (
    <div className="sticky bottom-24 z-10 mt-16 flex justify-center" role="status">
      <div className="from-edge flex min-h-48 items-center gap-12 rounded-card bg-float py-8 pr-8 pl-16 text-label shadow-float">
        <span className="font-strong tabular-nums whitespace-nowrap">{translate('selected', { count })}</span>
        {children}
        <Button variant="quiet" onClick={onClear}>
          {translate('clear')}
        </Button>
      </div>
    </div>
  )
}

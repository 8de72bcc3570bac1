import { useState } from 'react'
import { CheckIcon, CopyShapeIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { BareIconButton } from './bare-icon-button.tsx'

const shownFor = 1500

/** Copies `value`; the drawing becomes a tick for a moment and readers hear it. `name` says what is copied. */
export function CopyButton({ value, name, small = false }: { value: string; name: string; small?: boolean }) {
  const { say } = useLanguage()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), shownFor)
  }
  return (
    <>
      <BareIconButton
        icon={copied ? CheckIcon : CopyShapeIcon}
        label={`${say(copied ? 'copied' : 'copy')}: ${name}`}
        onClick={() => void copy()}
        small={small}
      />
      <span aria-live="polite" className="sr-only">
        {copied && say('copied')}
      </span>
    </>
  )
}

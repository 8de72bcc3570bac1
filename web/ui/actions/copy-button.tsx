import { useState } from 'react'
import { CheckIcon, CopyShapeIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { BareIconButton } from './bare-icon-button.tsx'

const confirmationMs = 1500

/** Copies `value`; the icon becomes a check mark for a moment and screen readers announce it. `name` names the copied value. */
export function CopyButton(props: { value: string; name: string; small?: boolean; onCopied?: (() => void) | undefined }) {
  const { value, name, small = false, onCopied } = props
  const { translate } = useLanguage()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    onCopied?.()
    setTimeout(() => setCopied(false), confirmationMs)
  }
  return (
    <>
      <BareIconButton
        icon={copied ? CheckIcon : CopyShapeIcon}
        label={`${translate(copied ? 'copied' : 'copy')}: ${name}`}
        onClick={() => void copy()}
        small={small}
      />
      <span aria-live="polite" className="sr-only">
        {copied && translate('copied')}
      </span>
    </>
  )
}

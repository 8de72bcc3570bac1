import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'

/** The link of a checkout in full, with a copy button. */
export function LinkBox({ url }: { url: string }) {
  return (
    <TextInput
      after={
        <span className="-mr-6">
          <CopyButton name={t('create.link')} small value={url} />
        </span>
      }
      aria-label={t('create.link')}
      mono
      onFocus={(event) => event.target.select()}
      readOnly
      ref={firstField}
      value={url}
    />
  )
}

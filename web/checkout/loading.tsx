import { useLanguage } from '#web/ui/language.tsx'

/** A skeleton of the offer. `Skeletons` would add more bytes than these lines. */
export function Loading() {
  const { translate } = useLanguage()
  const box = 'h-12 max-w-full rounded-key bg-selected'
  return (
    <div className="mx-auto grid w-400 max-w-full animate-late gap-24 px-16 pt-48" role="status">
      <span className="sr-only">{translate('loading')}</span>
      <span className={`${box} w-160`} />
      <span className={`${box} w-240`} />
      <span className={`${box} w-200`} />
    </div>
  )
}

import { tKind } from '#web/parts/benefits/messages.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

/** The texts of files to download. */
export const downloadables: BenefitKindTexts<'downloadables'> = {
  line: ({ files }) => tKind('downloadables.words.files', { count: files.length }),
  Details: DownloadDetails,
}

function DownloadDetails({ properties: { files } }: KindDetailsProps<'downloadables'>) {
  const { locale } = useLanguage()
  return <DescriptionList items={[[tKind('downloadables.detail.files'), files.length.toLocaleString(locale)]]} />
}

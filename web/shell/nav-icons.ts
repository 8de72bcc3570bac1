import { BoxIcon, ChainIcon, GearIcon, HomeIcon, HooksIcon, KeyShapeIcon, PeopleIcon, ReceiptIcon } from '#web/ui/icons/index.ts'

/** The drawings of a dashboard's places. The map names them, so that they come with the frame and not with every page. */
export const navIcons = {
  box: BoxIcon,
  chain: ChainIcon,
  gear: GearIcon,
  home: HomeIcon,
  hooks: HooksIcon,
  key: KeyShapeIcon,
  people: PeopleIcon,
  receipt: ReceiptIcon,
} as const

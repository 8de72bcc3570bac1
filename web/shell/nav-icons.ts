import {
  BoxIcon,
  ChainIcon,
  FileIcon,
  GaugeIcon,
  GearIcon,
  GiftIcon,
  HomeIcon,
  HooksIcon,
  KeyShapeIcon,
  LinkIcon,
  ListIcon,
  PercentIcon,
  ReceiptIcon,
  UsersIcon,
} from '#web/ui/icons/index.ts'

/** The icons of the dashboard's sidebar. `pages.ts` refers to them by name, so that they load with the frame and not with every page. */
export const navIcons = {
  box: BoxIcon,
  chain: ChainIcon,
  file: FileIcon,
  gauge: GaugeIcon,
  gear: GearIcon,
  gift: GiftIcon,
  home: HomeIcon,
  hooks: HooksIcon,
  key: KeyShapeIcon,
  link: LinkIcon,
  list: ListIcon,
  percent: PercentIcon,
  users: UsersIcon,
  receipt: ReceiptIcon,
} as const

import { drawn } from './drawn.tsx'

// Strokes of 1.5 on a field of 16; each is one path, and a page carries only those it names.

export const AgainIcon = /* @__PURE__ */ drawn('M13.5 3v3.5H10M2.5 13V9.5H6M13 6.5A5.3 5.3 0 0 0 3.7 5M3 9.5A5.3 5.3 0 0 0 12.3 11')
export const ArchiveIcon = /* @__PURE__ */ drawn('M2.5 3h11v3h-11zM3.5 6v6.5a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V6M6.5 9h3')
export const ArrowDownIcon = /* @__PURE__ */ drawn('M8 3v9.5M4.5 9 8 12.5 11.5 9')
export const ArrowRightIcon = /* @__PURE__ */ drawn('M3 8h9.5M9 4.5 12.5 8 9 11.5')
export const ArrowUpIcon = /* @__PURE__ */ drawn('M8 13V3.5M4.5 7 8 3.5 11.5 7')
export const BarsIcon = /* @__PURE__ */ drawn('M2.5 4.5h11M2.5 8h11M2.5 11.5h11')
export const BoxIcon = /* @__PURE__ */ drawn('M8 1.8l5.5 3v6.4l-5.5 3-5.5-3V4.8zM2.7 4.9l5.3 3 5.3-3M8 7.9v6.2')
export const BranchIcon = /* @__PURE__ */ drawn(
  'M2.8 3.8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM2.8 12.2a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM9.8 5.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM4.5 5.5v5M11.5 7.2c0 2.3-2 2.8-4 2.9-1.5.1-2.4.4-3 1',
)
export const CalendarIcon = /* @__PURE__ */ drawn(
  'M4 3.5h8a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5zM2.5 6.8h11M5.5 1.8v3M10.5 1.8v3',
)
export const CardIcon = /* @__PURE__ */ drawn(
  'M3.3 3.2h9.4a1.5 1.5 0 0 1 1.5 1.5v6.6a1.5 1.5 0 0 1-1.5 1.5h-9.4a1.5 1.5 0 0 1-1.5-1.5v-6.6a1.5 1.5 0 0 1 1.5-1.5zM1.8 6.5h12.4M4.5 10h2',
)
export const ChainIcon = /* @__PURE__ */ drawn(
  'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.1-2.1a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.4 8.9a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
)
export const CheckIcon = /* @__PURE__ */ drawn('M3 8.5l3.2 3.2L13 4.8')
export const ClockIcon = /* @__PURE__ */ drawn('M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM8 4.5V8l2.5 1.5')
export const CloseIcon = /* @__PURE__ */ drawn('M4 4l8 8M12 4l-8 8')
export const CloudOffIcon = /* @__PURE__ */ drawn(
  'M2.5 2.5l11 11M5.5 5.6A3.5 3.5 0 0 0 4.5 12.5h6.5M12.8 11.9a2.7 2.7 0 0 0-1.6-4.9A3.8 3.8 0 0 0 7.2 4',
)
export const ColumnsIcon = /* @__PURE__ */ drawn(
  'M4 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5zM6.2 2.5v11M9.8 2.5v11',
)
export const CommandIcon = /* @__PURE__ */ drawn(
  'M6 6h4v4H6zM6 6H4.3A1.8 1.8 0 1 1 6 4.3zM10 6h1.7A1.8 1.8 0 1 0 10 4.3zM10 10h1.7A1.8 1.8 0 1 1 10 11.7zM6 10H4.3A1.8 1.8 0 1 0 6 11.7z',
)
export const CopyShapeIcon = /* @__PURE__ */ drawn(
  'M7 5.5h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-5a1.5 1.5 0 0 1-1.5-1.5v-5a1.5 1.5 0 0 1 1.5-1.5zM10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2',
)
export const CycleIcon = /* @__PURE__ */ drawn(
  'M11 1.8 13.5 4.3 11 6.8M2.5 7.5v-.7a2.5 2.5 0 0 1 2.5-2.5h8.5M5 14.2 2.5 11.7 5 9.2M13.5 8.5v.7a2.5 2.5 0 0 1-2.5 2.5H2.5',
)
export const DotsIcon = /* @__PURE__ */ drawn('M3.5 8h.01M8 8h.01M12.5 8h.01', 2)
export const DownIcon = /* @__PURE__ */ drawn('M4 6l4 4 4-4')
export const DownloadIcon = /* @__PURE__ */ drawn('M8 2.5v7.5M5 7.2l3 3 3-3M2.5 11.5v1a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-1')
export const EnvelopeIcon = /* @__PURE__ */ drawn(
  'M3.3 3.2h9.4a1.5 1.5 0 0 1 1.5 1.5v6.6a1.5 1.5 0 0 1-1.5 1.5h-9.4a1.5 1.5 0 0 1-1.5-1.5v-6.6a1.5 1.5 0 0 1 1.5-1.5zM2.3 4.5l5.7 4 5.7-4',
)
export const ExchangeIcon = /* @__PURE__ */ drawn('M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13')
export const EyeIcon = /* @__PURE__ */ drawn(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
)
export const EyeOffIcon = /* @__PURE__ */ drawn(
  'M6.5 3.7A6 6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a12 12 0 0 1-1.9 2.4M4.3 4.6A11.7 11.7 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3.6-1.2M6.7 6.600a2 2 0 0 0 2.8 2.800M2.5 2.5l11 11',
)
export const FilterIcon = /* @__PURE__ */ drawn('M2 4h12M4.5 8h7M6.5 12h3')
export const GaugeIcon = /* @__PURE__ */ drawn('M2.9 12.5a6 6 0 1 1 10.2 0M8 9.5l2.6-3M7 9.7a1 1 0 1 0 2 0a1 1 0 1 0-2 0z')
export const GearIcon = /* @__PURE__ */ drawn(
  'M6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM8 1.8v1.7M8 12.5v1.7M1.8 8h1.7M12.5 8h1.7M3.6 3.6l1.2 1.2M11.2 11.2l1.2 1.2M3.6 12.4l1.2-1.2M11.2 4.8l1.2-1.2',
)
export const GiftIcon = /* @__PURE__ */ drawn(
  'M3.3 5.5h9.4a.8.8 0 0 1 .8 .8v1.4a.8.8 0 0 1-.8 .8h-9.4a.8.8 0 0 1-.8-.8v-1.4a.8.8 0 0 1 .8-.8zM3.5 8.5v4a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1v-4M8 5.5v8M8 5.5C6 5.5 4.8 4.8 4.8 3.7 4.8 2 7.4 1.8 8 5.5c.6-3.7 3.2-3.5 3.2-1.8 0 1.1-1.2 1.8-3.2 1.8',
)
export const GripIcon = /* @__PURE__ */ drawn('M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01', 2)
export const HomeIcon = /* @__PURE__ */ drawn('M2.5 7 8 2.5 13.5 7v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.5 13.5v-4h3v4')
export const HooksIcon = /* @__PURE__ */ drawn(
  'M5.8 4a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM1.5 11.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM10.1 11.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM7 6 4.8 9.6M9 6l2.3 3.6M5.9 11.5h4.2',
)
export const InfoIcon = /* @__PURE__ */ drawn('M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM8 7.5v3.3M8 5.2h.01')
export const KeyShapeIcon = /* @__PURE__ */ drawn('M2.3 10.8a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0-5.8 0zM7.3 8.7l6.2-6.2M10.5 5.5l2 2')
export const LaptopIcon = /* @__PURE__ */ drawn(
  'M4.2 3h7.6a1.2 1.2 0 0 1 1.2 1.2v5.1a1.2 1.2 0 0 1-1.2 1.2h-7.6a1.2 1.2 0 0 1-1.2-1.2v-5.1a1.2 1.2 0 0 1 1.2-1.2zM1.5 13h13',
)
export const LeftIcon = /* @__PURE__ */ drawn('M10 4l-4 4 4 4')
export const LetterIcon = /* @__PURE__ */ drawn('M3 4V3h10v1M8 3v10M6 13h4')
export const ListIcon = /* @__PURE__ */ drawn('M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01')
export const LockIcon = /* @__PURE__ */ drawn(
  'M4.5 7h7a1.5 1.5 0 0 1 1.5 1.5v3.5a1.5 1.5 0 0 1-1.5 1.5h-7a1.5 1.5 0 0 1-1.5-1.5v-3.5a1.5 1.5 0 0 1 1.5-1.5zM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2',
)
export const MinusIcon = /* @__PURE__ */ drawn('M3.5 8h9')
export const MoonIcon = /* @__PURE__ */ drawn('M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z')
export const OpenIcon = /* @__PURE__ */ drawn('M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3')
export const PencilIcon = /* @__PURE__ */ drawn('M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7')
export const PeopleIcon = /* @__PURE__ */ drawn(
  'M3.5 5.2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM1.5 13.5c0-2.6 2-4.3 4.5-4.3s4.5 1.7 4.5 4.3M10.5 2.9a2.5 2.5 0 0 1 0 4.6M14.5 13.5c0-2-.9-3.4-2.4-4',
)
export const PercentIcon = /* @__PURE__ */ drawn(
  'M12.5 3.5l-9 9M2.7 4.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM9.7 11.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z',
)
export const PersonIcon = /* @__PURE__ */ drawn(
  'M5.3 5.2a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0zM2.8 13.8c.3-2.8 2.4-4.6 5.2-4.6s4.9 1.8 5.2 4.6',
)
export const PhoneIcon = /* @__PURE__ */ drawn(
  'M6 1.8h4a1.5 1.5 0 0 1 1.5 1.5v9.4a1.5 1.5 0 0 1-1.5 1.5h-4a1.5 1.5 0 0 1-1.5-1.5v-9.4a1.5 1.5 0 0 1 1.5-1.5zM7.3 12h1.4',
)
export const PictureIcon = /* @__PURE__ */ drawn(
  'M4 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5zM4.8 6a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0zM13.5 10l-3-3-7 6.5',
)
export const PlayIcon = /* @__PURE__ */ drawn('M5 3.2v9.6L12.5 8z')
export const PlusIcon = /* @__PURE__ */ drawn('M8 3v10M3 8h10')
export const PulseIcon = /* @__PURE__ */ drawn('M1.5 8h3l2-5 3 10 2-5h3')
export const QuestionIcon = /* @__PURE__ */ drawn(
  'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM6.3 6.3a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.8.6-.8 1.2M8 11.3h.01',
)
export const ReceiptIcon = /* @__PURE__ */ drawn(
  'M3 14V2.5l1.7 1 1.6-1 1.7 1 1.7-1 1.6 1 1.7-1V14l-1.7-1-1.6 1-1.7-1-1.7 1-1.6-1zM5.8 6.5h4.4M5.8 9.5h4.4',
)
export const ReturnIcon = /* @__PURE__ */ drawn('M13 4v3.5a1.5 1.5 0 0 1-1.5 1.5H3.5M6 6.5 3.5 9 6 11.5')
export const RightIcon = /* @__PURE__ */ drawn('M6 4l4 4-4 4')
export const SearchIcon = /* @__PURE__ */ drawn('M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM10.5 10.5l3.3 3.3')
export const ShieldIcon = /* @__PURE__ */ drawn('M8 1.8 13 3.6v4c0 3.2-2.1 5.5-5 6.6-2.9-1.1-5-3.4-5-6.6v-4zM5.8 7.9l1.6 1.6 2.9-3')
export const SignOutIcon = /* @__PURE__ */ drawn('M6 13.5H3.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H6M10.5 11l3-3-3-3M13 8H6.5')
export const SpeechIcon = /* @__PURE__ */ drawn(
  'M2.5 4a1.5 1.5 0 0 1 1.5-1.5h8A1.5 1.5 0 0 1 13.5 4v5a1.5 1.5 0 0 1-1.5 1.5H7L3.8 13.2v-2.7A1.5 1.5 0 0 1 2.5 9z',
)
export const StackIcon = /* @__PURE__ */ drawn(
  'M3 4.5a5 2.3 0 1 0 10 0a5 2.3 0 1 0-10 0zM3 4.5v7c0 1.3 2.2 2.3 5 2.3s5-1 5-2.3v-7M3 8c0 1.3 2.2 2.3 5 2.3S13 9.3 13 8',
)
export const StopIcon = /* @__PURE__ */ drawn('M2.2 8a5.8 5.8 0 1 0 11.6 0a5.8 5.8 0 1 0-11.6 0zM4 4l8 8')
export const SunIcon = /* @__PURE__ */ drawn(
  'M5.2 8a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
)
export const TagIcon = /* @__PURE__ */ drawn('M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01')
export const TrashIcon = /* @__PURE__ */ drawn('M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.8 7v4M9.2 7v4')
export const UpIcon = /* @__PURE__ */ drawn('M4 10l4-4 4 4')
export const UpDownIcon = /* @__PURE__ */ drawn('M5 6l3-3 3 3M5 10l3 3 3-3')
export const WarningIcon = /* @__PURE__ */ drawn('M8 2.2 14.2 13H1.8zM8 6.5v3M8 11.4h.01')

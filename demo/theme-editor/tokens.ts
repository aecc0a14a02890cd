import tokens from '../../src/themes/tokens.json';

/** A custom property of the checkout, as the package describes it. */
export interface Token {
  /** The name of the property, such as `--balcao-accent`. */
  name: string;
  kind: string;
  /** The values in light and in dark, if the property is not set. */
  default: readonly [light: string, dark: string];
  /** The label of the property, in the shop's language. */
  label: string;
}

/** The limits of a size's slider, in the unit of the size's default. */
export interface Range {
  min: number;
  max: number;
  step: number;
}

const LABELS: Readonly<Record<string, string>> = {
  '--balcao-accent': 'Destaque: botão, escolhas',
  '--balcao-on-accent': 'Texto sobre o destaque',
  '--balcao-text': 'Texto',
  '--balcao-muted': 'Texto de apoio',
  '--balcao-background': 'Fundo do checkout',
  '--balcao-surface': 'Fundo de abas e avisos',
  '--balcao-field': 'Fundo dos campos',
  '--balcao-field-text': 'Texto dos campos',
  '--balcao-border': 'Borda dos controles',
  '--balcao-line': 'Linhas',
  '--balcao-focus': 'Anel de foco',
  '--balcao-error': 'Erro',
  '--balcao-good': 'Pago',
  '--balcao-warn': 'Sem confirmação',
  '--balcao-badge': 'Selo de desconto',
  '--balcao-on-badge': 'Texto do selo',
  '--balcao-pix': 'Marca do Pix',
  '--balcao-pix-mark': 'Imagem da marca do Pix',
  '--balcao-ring': 'Anel do tempo do Pix',
  '--balcao-qr-border': 'Contorno do QR Code',
  '--balcao-label-color': 'Rótulos',
  '--balcao-label-weight': 'Peso dos rótulos',
  '--balcao-label-size': 'Tamanho dos rótulos',
  '--balcao-font': 'Fonte',
  '--balcao-font-size': 'Tamanho da fonte',
  '--balcao-gap': 'Espaço entre controles',
  '--balcao-radius': 'Cantos',
  '--balcao-button-radius': 'Cantos dos botões',
  '--balcao-button-weight': 'Peso do texto dos botões',
  '--balcao-control-height': 'Altura dos controles',
  '--balcao-padding': 'Margem interna',
  '--balcao-min-height': 'Altura reservada',
  '--balcao-duration': 'Duração dos movimentos',
};

const RANGES: Readonly<Record<string, Range>> = {
  '--balcao-font-size': { min: 0.75, max: 1.5, step: 0.0625 },
  '--balcao-gap': { min: 8, max: 32, step: 1 },
  '--balcao-radius': { min: 0, max: 28, step: 1 },
  '--balcao-label-weight': { min: 300, max: 800, step: 100 },
  '--balcao-label-size': { min: 0.75, max: 1.25, step: 0.0625 },
  '--balcao-button-radius': { min: 0, max: 28, step: 1 },
  '--balcao-button-weight': { min: 300, max: 800, step: 100 },
  '--balcao-control-height': { min: 40, max: 72, step: 1 },
  '--balcao-padding': { min: 0, max: 40, step: 1 },
  '--balcao-min-height': { min: 0, max: 60, step: 1 },
  '--balcao-duration': { min: 0, max: 0.6, step: 0.02 },
};

/** All custom properties of the checkout. */
export const themeTokens: readonly Token[] = tokens.map(({ name, kind, default: value }) => ({
  name,
  kind,
  default: readDefault(value),
  label: LABELS[name] ?? name,
}));

/** Returns the limits of a size's slider. */
export function findRange({ name }: Token): Range {
  return RANGES[name] ?? { min: 0, max: 100, step: 1 };
}

function readDefault(value: string | string[]): readonly [string, string] {
  if (typeof value === 'string') return [value, value];
  const [light = '', dark = light] = value;
  return [light, dark];
}

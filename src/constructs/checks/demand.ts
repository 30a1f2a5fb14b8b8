/** What the definition demands of one argument, as far as a plain value shows it. `npm run generate` writes them. */
export interface Demand {
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  /** A whole number, with both limits included. */
  readonly range?: { readonly from: number; readonly to: number };
  readonly isReadable?: boolean;
  readonly address?: string;
  /** Of a text, or of each in a list. */
  readonly choices?: readonly string[];
  /** Names of another form are refused. */
  readonly names?: { readonly known: readonly string[]; readonly form: string };
  /** Of an object, by the names in Terraform. */
  readonly members?: Demands;
}

export type Demands = Readonly<Record<string, Demand>>;

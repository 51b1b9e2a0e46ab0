/** A translatable message: the id of a template in the catalogues, and its parameters. */
export interface Message {
  readonly id: string;
  readonly params: Readonly<Record<string, MessageValue>>;
}

/** A parameter of a message: text, number, another message, or a list of these. */
export type MessageValue = string | number | Message | readonly (string | number | Message)[];

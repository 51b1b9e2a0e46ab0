/** One row of the plain list. */
export class PlainRow {
  readonly name: string;
  progress = $state(0);

  constructor(name: string) {
    this.name = name;
  }
}

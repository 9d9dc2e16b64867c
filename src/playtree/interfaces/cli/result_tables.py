"""Tables of results on a terminal."""

from playtree.experiments.tables import Table, as_text
from playtree.interfaces.cli.output import console_on, print_table


def print_result(table: Table) -> None:
    """Print a table that fits the terminal, with its title and its notes; elsewhere as columns."""
    console = console_on()
    if not console.is_terminal:
        print(as_text(table))
        return
    console.print(table.title)
    numbers = [name for column, name in enumerate(table.columns) if table.is_number(column)]
    print_table([dict(zip(table.columns, row, strict=True)) for row in table.cells()], right=numbers, console=console)
    for note in table.notes:
        console.print(note)

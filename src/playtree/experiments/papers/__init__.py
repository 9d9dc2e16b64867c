"""Every published table and figure, as data, and the runs that give it again."""
